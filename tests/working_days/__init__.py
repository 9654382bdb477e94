"""`make days`: two working days in the back office, over the demo's data, by the keyboard; counted and timed.

`__main__`  the command: starts the service, plays the demo and the days, prints the table, takes pictures
`staff`     two superusers make the accounts of everybody else, as docs/operator/staff.md says
`person`    somebody at a browser, who counts keys, steps and seconds
`reviewing` `supporting` `operating`  the tasks of each role
"""
