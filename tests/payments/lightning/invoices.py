"""Invoices of the specification (BOLT 11, "Examples"): all are signed by one key."""

PRIVATE_KEY = bytes.fromhex("e126f68f7eafcc8b74f54d269fe206be715000f94dac067d1c04a8ca3b2db734")
PAYEE = bytes.fromhex("03e7156ae33b0a208d0744199163177e909e80176e55d97a2f221ede0f934dd9ad")
PAYMENT_HASH = bytes.fromhex("0001020304050607080900010203040506070809000102030405060708090102")
SECONDS = 1496314658
_HASH = "pp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypq"
_LIST = "hp58yjmdan79s6qqdhdzgynm4zwqd5d7xmw5fk98klysy043l2ahrqs"
_LIST_FIRST = f"{_LIST}{_HASH}"
_COFFEE = "dq5vdhkven9v5sxyetpdeessp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygs9q"

DONATION = (
    f"lnbc1pvjluez{_HASH}dpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun0dfjkxaq8rkx3yf5tcsyz3d73gafnh3cax9"
    "rn449d9p5uxz9ezhhypd0elx87sjle52x86fux2ypatgddc6k63n7erqz25le42c4u4ecky03ylcqca784w"
)
COFFEE = (
    f"lnbc2500u1pvjluez{_HASH}dq5xysxxatsyp3k7enxv4jsxqzpuaztrnwngzn3kdzw5hydlzf03qdgm2hdq27cqv3agm2awhz5se903vruatfhq"
    "77w3ls4evs3ch9zw97j25emudupq63nyw24cg27h2rspfj9srp"
)
NONSENSE = (
    f"lnbc2500u1pvjluez{_HASH}dpquwpc4curk03c9wlrswe78q4eyqc7d8d0xqzpuyk0sg5g70me25alkluzd2x62aysf2pyy8edtjeevuv4p2d5p76"
    "r4zkmneet7uvyakky2zr4cusd45tftc9c5fh0nnqpnl2jfll544esqchsrny"
)
LIST_OF_THINGS = (
    f"lnbc20m1pvjluez{_HASH}{_LIST}cc6gd6ql3jrc5yzme8v4ntcewwz5cnw92tz0pc8qcuufvq7khhr8wpald05e92xw006sq94mg8v2ndf4sefvf"
    "9sygkshp5zfem29trqq2yxxz7"
)
ON_TESTNET = (
    f"lntb20m1pvjluez{_LIST_FIRST}fpp3x9et2e20v6pu37c5d9vax37wxq72un98kmzzhznpurw9sgl2v0nklu2g4d0keph5t7tj9tcqd8rexnd07ux"
    "4uv2cjvcqwaxgj7v4uwn5wmypjd5n69z2xm3xgksg28nwht7f6zspwp3f9t"
)
BY_WAY_OF_TWO_NODES = (
    f"lnbc20m1pvjluez{_HASH}{_LIST}fpp3qjmp7lwpagxun9pygexvgpjdc4jdj85fr9yq20q82gphp2nflc7jtzrcazrra7wwgzxqc8u7754cdlpfr"
    "mccae92qgzqvzq2ps8pqqqqqqpqqqqq9qqqvpeuqafqxu92d8lr6fvg0r5gv0heeeqgcrqlnm6jhphu9y00rrhy4grqszsvpcgpy9qqqqqqgqqqqq7"
    "qqzqj9n4evl6mr5aj9f58zp6fyjzup6ywn3x6sk8akg5v4tgn2q8g4fhx05wf6juaxu9760yp46454gpg5mtzgerlzezqcqvjnhjh8z3g2qqdhhwkj"
)
TO_A_SCRIPT_HASH = (
    f"lnbc20m1pvjluez{_LIST_FIRST}fppj3a24vwu6r8ejrss3axul8rxldph2q7z9kmrgvr7xlaqm47apw3d48zm203kzcq357a4ls9al2ea73r8jcce"
    "yjtya6fu5wzzpe50zrge6ulk4nvjcpxlekvmxl6qcs9j3tz0469gq5g658y"
)
TO_A_WITNESS_KEY = (
    f"lnbc20m1pvjluez{_LIST_FIRST}fppqw508d6qejxtdg4y5r3zarvary0c5xw7kepvrhrm9s57hejg0p662ur5j5cr03890fa7k2pypgttmh4897d3"
    "raaq85a293e9jpuqwl0rnfuwzam7yr8e690nd2ypcq9hlkdwdvycqa0qza8"
)
TO_A_WITNESS_SCRIPT = (
    f"lnbc20m1pvjluez{_LIST_FIRST}fp4qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q28j0v3rwgy9pvjnd48ee2pl8xrpxysd5"
    "g44td63g6xcjcu003j3qe8878hluqlvl3km8rm92f5stamd3jw763n3hck0ct7p8wwj463cql26ava"
)
IN_PICO_BITCOIN = (
    "lnbc9678785340p1pwmna7lpp5gc3xfm08u9qy06djf8dfflhugl6p7lgza6dsjxq454gxhj9t7a0sd8dgfkx7cmtwd68yetpd5s9xar0wfjn5gpc8"
    "qhrsdfq24f5ggrxdaezqsnvda3kkum5wfjkzmfqf3jkgem9wgsyuctwdus9xgrcyqcjcgpzgfskx6eqf9hzqnteypzxz7fzypfhg6trddjhygrcyqe"
    "zcgpzfysywmm5ypxxjemgw3hxjmn8yptk7untd9hxwg3q2d6xjcmtv4ezq7pqxgsxzmnyyqcjqmt0wfjjq6t5v4khxxqyjw5qcqp2rzjq0gxwkzc8w"
    "6323m55m4jyxcjwmy7stt9hwkwe2qxmy8zpsgg7jcuwz87fcqqeuqqqyqqqqlgqqqqn3qq9qn07ytgrxxzad9hc4xt3mawjjt8znfv8xzscs7007v9"
    "gh9j569lencxa8xeujzkxs0uamak9aln6ez02uunw6rd2ht2sqe4hz8thcdagpleym0j"
)
WITH_FEATURES = (
    f"lnbc25m1pvjluez{_HASH}{_COFFEE}5sqqqqqqqqqqqqqqqpqsq67gye39hfg3zd8rgc80k32tvy9xk2xunwm5lzexnvpx6fd77en8qaq424dxgt56"
    "cag2dpt359k3ssyhetktkpqh24jqnjyw6uqd08sgptq44qu"
)
_FIELDS_TO_SKIP = "".join(
    f"{head}{'q' * zeros}"
    for head, zeros in {
        "2qr": 3, "fppn": 32, "ppn": 51, "pp4": 53, "hpn": 51, "hp4": 53, "spn": 51, "sp4": 53, "np5": 52, "npk": 54,
    }.items()
)  # fmt: skip
WITH_FIELDS_TO_SKIP = (
    f"lnbc25m1pvjluez{_HASH}{_COFFEE}5sqqqqqqqqqqqqqqqpqsq{_FIELDS_TO_SKIP}2jxxfsnucm4jf4zwtznpaxphce606fvhvje5x7d4gw7n"
    "73994hgs7nteqvenq8a4ml8aqtchv5d9pf7l558889hp4yyrqv6a7zpq9fgpskqhza"
)

BROKEN = {
    "requires a feature that nobody knows": (
        f"lnbc25m1pvjluez{_HASH}{_COFFEE}4psqqqqqqqqqqqqqqqpqsqq40wa3khl49yue3zsgm26jrepqr2eghqlx86rttutve3ugd05em86nsefzh4"
        "pfurpd9ek9w2vp95zxqnfe2u7ckudyahsa52q66tgzcp6t2dyk"
    ),
    "has a wrong checksum": f"{NONSENSE[:-1]}t",
    "has no separator": NONSENSE.partition("1")[2],
    "mixes upper and lower case": f"LNBC{NONSENSE[4:]}",
    "has a signature that nobody made": (
        f"lnbc2500u1pvjluez{_HASH}dq5xysxxatsyp3k7enxv4jsxqzpuaxtrnwngzn3kdzw5hydlzf03qdgm2hdq27cqv3agm2awhz5se903vruatf"
        "hq77w3ls4evs3ch9zw97j25emudupq63nyw24cg27h2rspk28uwq"
    ),
    "is too short": f"lnbc1pvjluez{_HASH}dpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6na6hlh",
    "has a multiplier that nobody knows": (
        f"lnbc2500x1pvjluez{_HASH}dq5xysxxatsyp3k7enxv4jsxqzpujr6jxr9gq9pv6g46y7d20jfkegkg4gljz2ea2a3m9lmvvr95tq2s0kvu70"
        "u3axgelz3kyvtp2ywwt0y8hkx2869zq5dll9nelr83zzqqpgl2zg"
    ),
    "has a fraction of a millisatoshi": (
        f"lnbc2500000001p1pvjluez{_HASH}dq5xysxxatsyp3k7enxv4jsxqzpu7hqtk93pkf7sw55rdv4k9z2vj050rxdr6za9ekfs3nlt5lr89jqp"
        "dmxsmlj9urqumg0h9wzpqecw7th56tdms40p2ny9q4ddvjsedzcplva53s"
    ),
}
