"""The text of payer data under an invoice's hash, as the published libraries were seen to write it.

JavaScript: output of @uma-sdk/core 1.5.0. Go: of its encoding/json. Python, Kotlin and Rust: what their code makes of
the same request: the order that came with spaces, the order that came, and a sorted map.
"""

import json

import pytest

from payments.uma.messages import payer_data

SENT = (
    '{"birthDate":"1990-01-31","name":"Zoé <A&B>","identifier":"$ann@payer.example","compliance":{'
    '"kycStatus":"VERIFIED","utxos":[],"encryptedTravelRuleInfo":"04ab","signature":"3044","signatureNonce":"00ff",'
    '"signatureTimestamp":1772366400,"utxoCallback":"https://payer.example/cb?a=1&b=2"}}'
)
WRITTEN = {
    "JavaScript": (
        '{"name":"Zoé <A&B>","identifier":"$ann@payer.example","compliance":{"utxos":[],"kycStatus":"VERIFIED",'
        '"encryptedTravelRuleInfo":"04ab","signature":"3044","signatureNonce":"00ff","signatureTimestamp":1772366400,'
        '"utxoCallback":"https://payer.example/cb?a=1&b=2"},"birthDate":"1990-01-31"}'
    ),
    "Go": (
        '{"birthDate":"1990-01-31","compliance":{"encryptedTravelRuleInfo":"04ab","kycStatus":"VERIFIED",'
        '"signature":"3044","signatureNonce":"00ff","signatureTimestamp":1772366400,'
        '"utxoCallback":"https://payer.example/cb?a=1\\u0026b=2","utxos":[]},"identifier":"$ann@payer.example",'
        '"name":"Zoé \\u003cA\\u0026B\\u003e"}'
    ),
    "Rust": (
        '{"birthDate":"1990-01-31","compliance":{"encryptedTravelRuleInfo":"04ab","kycStatus":"VERIFIED",'
        '"signature":"3044","signatureNonce":"00ff","signatureTimestamp":1772366400,'
        '"utxoCallback":"https://payer.example/cb?a=1&b=2","utxos":[]},"identifier":"$ann@payer.example",'
        '"name":"Zoé <A&B>"}'
    ),
    "Kotlin": SENT,
    "Python": (
        '{"birthDate": "1990-01-31", "name": "Zo\\u00e9 <A&B>", "identifier": "$ann@payer.example", "compliance": {'
        '"kycStatus": "VERIFIED", "utxos": [], "encryptedTravelRuleInfo": "04ab", "signature": "3044", '
        '"signatureNonce": "00ff", "signatureTimestamp": 1772366400, '
        '"utxoCallback": "https://payer.example/cb?a=1&b=2"}}'
    ),
}


@pytest.mark.parametrize("library", WRITTEN)
def test_the_text_of_each_library_is_known(library):
    assert WRITTEN[library] in payer_data.texts(json.loads(SENT))


def test_no_other_text_is_taken():
    assert set(payer_data.texts(json.loads(SENT))) == set(WRITTEN.values())


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ('{"payerData":{"a":1}}', '{"a":1}'),
        (' { "amount" : "1" , "payerData" : { "b": "\\u0026", "a": [] } , "x": {} } ', '{ "b": "\\u0026", "a": [] }'),
        ('{"x":{"payerData":{"no":1}},"payerData":{"yes":1}}', '{"yes":1}'),
        ('{"payerData":{"no":1},"payerData":{"yes":1}}', '{"yes":1}'),
        ("{ }", ""),
    ],
)
def test_payer_data_are_found_as_they_were_sent(message, text):
    assert payer_data.as_sent(message) == text
