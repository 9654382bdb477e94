"""The rail of bank files: payments collected into batches, and batches delivered to banks as files.

connections, routes             rows entered by staff: accounts at banks, and the payments for each of them
bank_days                       cut-offs, value dates, and the days on which a bank is open
clearing_calendars              days on which clearing systems and countries are closed
formats                         the formats of files, and files made of batches
spellings                       names of beneficiaries in Latin letters, where files need one
rail, collecting                the adapter of the port; payments put into batches, or refused
batches                         batches opened, closed, checked, released
long_leases                     leases of files, renewed while their worker lives
sweeps, files, delivery         a worker's steps: files written, placed, delivered
answers                         a bank's answers, applied to payments of ours
contradictions                  reports that contradict what the bank did or said before: cases
monitor_subjects                what the monitor watches of connections, spellings and waiting payments
"""
