"""What happens to a payment from its request to its end. This page is the map: read the files in its order.

A request stores a payment with its first step and the time at which that is due (`next_action`, `next_action_at`):
`payments.transfers`, `quotes`, `deposits`, `uma`. From then on workers take one step after the other:

1. What is a step?      `payments/steps.py`, a row each: who is asked, what money is in clearing, how long it may take,
                        how staff may end it. The scheduler reads it too, so it holds plain texts.
2. Is one due?          `payments/due.py` says it in SQL, and which steps wait. The task in `payments/tasks.py` calls
                        `advancing`.
3. Who takes it?        `claims.py`: one statement reserves due payments, and money on its way out of suspense, for a
                        worker. `leases.py` renews the reservation while the worker lives. Steps that call an address
                        chosen by an outsider are found and begun apart, by `counterparty_calls.py`.
4. It is taken.         `advancing.py`, the engine, asks who is to be asked, outside of any database transaction:
   a rail               that of the settings, or one of our own in front of it (`own_rails.py`);
   a node, or another   the function `talk` of the step stores what it hears, message by message;
   institution
   nobody               the function `own` of the step does it all.
                        `step_functions.py` knows the functions. Each is registered where it stands: see the list below.
5. What follows?        `outcomes.py` records an answer, in one database transaction with the row of the exchange
                        (`provider_messages.py`), by the functions `settled` and `failed` of the step. They take a
                        `Move` (`moves.py`): it posts entries, sets the next step, changes the status, and tells. Only
                        `transactions.py` writes statuses and their history. Answers of rails that came at once are
                        recorded together (`outcomes.record_all`): their moves collect what they change, and one
                        statement stores it (`transactions.WRITE_MOVES`).
6. And then?            The outcome has set the next step and its time: on with 3. Or nothing is due any more.

Functions of steps      `settlement.py`: transfers. `quoted_payments.py`: money of quotes, collected, exchanged, paid
                        out, refunded. `payments/quotes`: a quote's time is over. `payments/uma`: everything of UMA.
Money nobody can place  `suspense.py`: staff decide where it goes. `come_back.py`: it had gone, and is here again.
What stands still       `overdue.py` finds payments beyond their limits. `monitor.py` opens and closes cases of what is
                        registered with it (`monitor_subjects.py`). `cases.py`: what people do with a case.
What staff can do       `staff_actions.py`: ask the rail now, or end a payment as failed. What platforms can do is in
                        `payments/quotes/cancelling.py`: end it before a rail was asked.

Nothing here knows the folders above: rails with rows of their own, UMA, quotes and the monitor's subjects register
themselves, when `PaymentsConfig.ready` imports them.
"""
