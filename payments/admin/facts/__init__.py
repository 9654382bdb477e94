"""What lists say about rows beside their columns: apps above register what they know of their own objects."""
