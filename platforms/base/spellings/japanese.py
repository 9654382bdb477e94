"""Japanese names as they are said: their characters do not tell it. The most frequent ones alone."""

from collections.abc import Mapping, Sequence

_FAMILY = """
佐藤 sato 鈴木 suzuki 高橋 takahashi 田中 tanaka 伊藤 ito 渡辺 watanabe 渡邊 watanabe 山本 yamamoto
中村 nakamura 小林 kobayashi 加藤 kato 吉田 yoshida 山田 yamada 佐々木 sasaki 山口 yamaguchi
松本 matsumoto 井上 inoue 木村 kimura 林 hayashi 斎藤 saito 斉藤 saito 清水 shimizu 山崎 yamazaki
森 mori 池田 ikeda 橋本 hashimoto 阿部 abe 石川 ishikawa 山下 yamashita 中島 nakajima 石井 ishii
小川 ogawa 前田 maeda 岡田 okada 長谷川 hasegawa 藤田 fujita 後藤 goto 近藤 kondo 村上 murakami
遠藤 endo 青木 aoki 坂本 sakamoto 福田 fukuda 太田 ota 西村 nishimura 藤井 fujii 金子 kaneko
岡本 okamoto 藤原 fujiwara 三浦 miura 中野 nakano 原田 harada 中川 nakagawa 松田 matsuda
竹内 takeuchi 小野 ono 田村 tamura 中山 nakayama 和田 wada 石田 ishida 森田 morita 上田 ueda 原 hara
内田 uchida 柴田 shibata 酒井 sakai 宮崎 miyazaki 横山 yokoyama 高木 takagi 安藤 ando 宮本 miyamoto
大野 ono 小島 kojima 谷口 taniguchi 今井 imai 工藤 kudo 高田 takada 増田 masuda 丸山 maruyama
杉山 sugiyama 村田 murata 大塚 otsuka 新井 arai 小山 koyama 平野 hirano 藤本 fujimoto 河野 kono
上野 ueno 野口 noguchi 武田 takeda
"""
_GIVEN = """
花子 hanako 太郎 taro 一郎 ichiro 次郎 jiro 三郎 saburo 聡 satoshi 誠 makoto 健 ken 健一 kenichi
健太 kenta 翔 sho 翔太 shota 大輔 daisuke 拓也 takuya 直樹 naoki 浩 hiroshi 博 hiroshi 隆 takashi
明 akira 実 minoru 豊 yutaka 茂 shigeru 勇 isamu 学 manabu 和也 kazuya 達也 tatsuya 哲也 tetsuya
裕子 yuko 恵子 keiko 洋子 yoko 陽子 yoko 京子 kyoko 幸子 sachiko 和子 kazuko 久美子 kumiko
由美子 yumiko 由美 yumi 真由美 mayumi 直美 naomi 美咲 misaki 愛 ai 彩 aya 葵 aoi 結衣 yui 陽菜 hina
桜 sakura 美穂 miho 智子 tomoko 典子 noriko 明子 akiko 美香 mika 恵 megumi 蓮 ren 大翔 hiroto
悠斗 yuto 海斗 kaito 陸 riku 颯太 sota 優 yu 舞 mai 恵美 emi 香織 kaori
"""


def _table(text: str) -> Mapping[str, str]:
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


_SAID_FAMILY, _SAID_GIVEN = _table(_FAMILY), _table(_GIVEN)


def readings(piece: str) -> Sequence[str]:
    """Return how a name is said, family and given name each; empty for one that is in no list."""
    alone = [said for table in (_SAID_FAMILY, _SAID_GIVEN) if (said := table.get(piece))]
    both = [
        (_SAID_FAMILY[piece[:end]], _SAID_GIVEN[piece[end:]])
        for end in range(1, len(piece))
        if piece[:end] in _SAID_FAMILY and piece[end:] in _SAID_GIVEN
    ]
    return [*alone, *(said for pair in both for said in pair)]
