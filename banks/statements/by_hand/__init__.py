"""Lines that wait for people, and what two people match them with.

decisions                       lines booked as money received, a fee or a claim, or closed; decisions undone
open_lines                      lines that wait for people, and how a decision closes them
matched_by_hand                 lines matched with a payment, a batch, a deposit or a claim
together                        one line of several payments, and several lines of one
carried_out                     lines of what people have carried out at the bank
taken_back, recalls             collections and deposits that the bank took back: from whom, or as our claim
"""
