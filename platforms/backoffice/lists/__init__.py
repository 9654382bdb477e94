"""Lists of the back office: filters, pages, indexes that searches and filters may use, and exports."""
