"""Bank files: readers and writers of formats, without a database and without a network.

Writers turn typed records into bytes, and raise `Unwritable` for a value that the format can't carry. Readers turn
bytes into records, and raise `DamagedFile` for an unreliable file.

instructions            pain.001 and pain.008: payments and collections
addresses               their postal addresses: with town and country, or none
answers                 pain.002: a bank's answers to them
statements, swift       camt.052 to camt.054; MT940 and MT942
swift_texts             texts of MT940 and MT942, in the structures of banks
nacha                   NACHA: entries, and returned ones
records                 the records of all formats, and the errors
elements, lines         XML elements; bounded input
packing                 files of a ZIP or gzip
characters              character sets
reasons                 banks' reason codes, and our failure reason for each: `reasons.csv`
"""
