"""Levelled designs like those in `designs_whole`, by pairs, rounds and boards a round.

A word has a letter for the set of each board. With fewer boards, the first sets are used.
"""

LEVELLED: dict[tuple[int, int, int], str] = {
    (4, 1, 4): "cdaaaa abaaaa",
    (4, 2, 4): "bcbaab dabaab / caabba dbabba",
    (4, 3, 4): "adcbbb bccbbb / acacaa dbacaa / cdbacc abbacc",
    (5, 1, 4): "dbaaaa caaaaa",
    (5, 2, 4): "ebbaba dababa / eaabab cdabab",
    (5, 3, 4): "aecbcb dbbaba / abacac cdcbcb / edacac acbaba",
    (5, 4, 4): "beabba accdac / dabccb cedadd / cdabba abdadd / cbbccb decdac",
    (5, 5, 4): "debcce caaeda / eacbec bdaeda / cbbbee addabb / dccdac beddab / baeccd eceabd",
    (6, 1, 4): "dbaaaa feaaaa caaaaa",
    (6, 2, 4): "fcabab beabab daabab / ecbaba bababa dfbaba",
    (6, 3, 4): "dbbaab eccbcc faacba / efbaab dacbcc bcacba / acbaab edacba fbcbcc",
    (6, 4, 4): (
        "eacdad fcaadb dbbcbc / edaadb bfdbca acbcbc / cbcdad febcbc addbca / cedbca baaadb dfcdad"
    ),
    (6, 5, 4): (
        "faecac debcca bcacdb / beeead dfabbd acddcd / aeaaee bdddec fcbeea / dacedb cecbbc "
        "bfcace / abbbba cdeaae efdddb"
    ),
    (7, 1, 4): "fgaaaa bdaaaa eaaaaa",
    (7, 2, 4): "cdbaaa abbaaa egabbb / dbabbb caabbb fgbaaa",
    (7, 3, 4): "afaaca gccbac debcbb / acbcbb geaaca bfcbac / gbbcbb cdaaca eacbac",
    (7, 4, 4): (
        "bcdddd geabac dfbcba / cgccca ebbabb afdbdc / dgdadb baacaa fecdcd / gabdbd dbcbcc fcaaab"
    ),
    (7, 5, 4): (
        "fdccda ebeacc gcbdad / fgdbbe bdaead cacceb / bfbdeb ageacc ecdbda / gbccda aeaead "
        "cdeabe / edbdeb fcaecc badbbe"
    ),
    (7, 6, 4): (
        "cgdfcf efeefd babddc / dgebfd afdacf ecadbe / gbaebe fcfbdb edbcca / acecaa gecadc "
        "dbffeb / fgbcea adcebe bedbaf / aeffeb bccafd dfadac"
    ),
    (8, 1, 4): "fgaaaa chaaaa bdaaaa eaaaaa",
    (8, 2, 4): "bfabab aebaba hcabab gdbaba / hfbaba cbbaba deabab gaabab",
    (8, 3, 4): (
        "deccac cfabba gaccac bhbacb / eaabba hcccac dfbacb gbabba / bfccac cabacb hdabba egbacb"
    ),
    (8, 4, 4): (
        "ceabda adcacb fgdcad hbbdbc / fdbbba cbcccd gaaddc ehdaab / badbaa efcdcc dhacdd gcbabb "
        "/ eabcbd ghcbca fbaadb cdddac"
    ),
    (8, 5, 4): (
        "cgedaa eacedc fhaabb dbdcee / ebbacb fcdbed daedaa ghcedc / dfcedc ecacbe bhedaa agdaeb "
        "/ cbcedc habcce feedaa gdabbd / cdbacb fgbcce baabbd ehdbed"
    ),
    (8, 6, 4): (
        "fbfeca cdbaeb hecbfe agdddc / abccfe dgebbf hcadad efdfdc / ebedbf faabad hddcdc gccffe "
        "/ ghfeca bdafad aebaeb fcecbf / cafeca bhbaeb egacad fdcdfe / cbdbdc edfeca ahefbf "
        "fgbaeb"
    ),
    (9, 1, 4): "dcaaaa heaaaa ibaaaa afaaaa",
    (9, 2, 4): "cebaaa baabbb hfbaaa igabbb / hcabbb ibbaaa edabbb agbaaa",
    (9, 3, 4): (
        "baabcc chcbac debcbb gicaaa / faccab egabcc dcaaca bibcbb / ebcaaa cgbcbb ifabcc ahbaba"
    ),
    (9, 4, 4): (
        "diccca gcbabb hfdbac baaddd / ibdbac egaddd chccca adbabb / fibabb gaccca cedbac hdaddd "
        "/ gddbac hebabb ciaddd fbccca"
    ),
    (9, 5, 4): (
        "cfebac adacca ghbddb bicabe / beeddc dhdabd cibccb agceee / fbdccd hiebac gcaaba edbeeb "
        "/ iadddd dgebac bhaeea fecabe / egdccd babbab cdcdde ifaeea"
    ),
    (9, 6, 4): (
        "ibecbb hcbbdf gfaaca dedeed / cacfae gifbfc fdeddf hbaeed / fefbfc iadddf dhcfca cgeeed "
        "/ abbbca egcfdf fcdcbb idaaae / cbfafc aeecbb ifbeed ghddae / hafafc ecadca fbcfae "
        "dgbcbb"
    ),
    (9, 7, 4): (
        "aeegge cifcbf hbcafc gdbbab / hggddg bcefge dacccc ifbaab / effbcf cgdged haaeaa idedde "
        "/ bidgcd agfaff cegdag fdafba / dbgeeg gecfbc chbbcb fadddd / fccefc hdfggf aigfeg "
        "ebacda / abbbbb fhecee eddafd giaega"
    ),
    (9, 8, 4): (
        "efhhha abbbbh gdaaag cigggf / hgbbba dihhhb accccd bfffff / daffff cfaaah beeeeg hicccc "
        "/ cghhhe iebbbd hddddh fagggg / dbggga gifffh cedddb fheeee / ahhhhb dceeec gegggf "
        "biddde / gbcccb dfbbbd aeaaac hcfffg / bhaaad edccce fgdddc aieeea"
    ),
    (9, 9, 2): "daah giec chbe fegf",
    (9, 9, 3): "dahaa gicee chebb effgg",
    (9, 9, 4): "adaaah igeeec hcbbbe fegggf",
    (10, 1, 4): "gjaaaa dcaaaa ehaaaa biaaaa afaaaa",
    (10, 2, 4): "jeabba idabba acbaab hgbaab fbabba / gcabba fibaab ahabba ebbaab jdbaab",
    (10, 3, 4): (
        "bhabaa dibcab afbbbb gcbacb jecbcc / eaaaaa hjbabb ibcacc cfccac gdcbbc / icabba hacccc "
        "bebcbb dfaaca jgacaa"
    ),
    (10, 4, 4): (
        "fbcdab ahaccc debdad igdbda cjbabd / cbabdc ejdcca iacabb hgbdad dfaccc / afbbdd ehcbdb "
        "gccccb dbdaba jiadac / jdcbdb fhdaba geaabc bibccd acddaa"
    ),
    (10, 5, 4): (
        "jfdddc igbabb hdcbce caeeea beacad / bdbdbc cfaaab agdbde iheced jececa / fbebee dgaeaa "
        "ajbcbd iccdcc ehdadb / fgcccd ibdeda cebbbe jdeaeb ahadac / hfbeba geedec jiabae bacacb "
        "dcdcdd"
    ),
    (10, 6, 4): (
        "haedbd cbbacf gjdeac edccfe ifafdb / bacfac heabcf fjeaea cgfcdb idbebd / hfbcac gaaafe "
        "dbfbea jicdcf cedfbd / ebeedb aidcea jhfffe fgcbbd dcadac / chceea jabbdb bfddfe eifaac "
        "gdefcf / bjacbd gebdea dhdadb ciebfe affecf"
    ),
    (10, 8, 4): (
        "daffbf gchhah fieede ejddfd bhbbgb / ghddbd ajaaca ibggeg efhhgh cdeede / egeeee jcbbgb "
        "hdhhfh fbaaba iacchc / bahhfh gibbcb hjffdf fcccec deggag / faddad dgaaha beffcf hcggcg "
        "ijhhbh / aebbdb cbddhd hiaaaa djccec gfffff / jfgghg diddgd ecaaba bgccdc haeeee / "
        "ciffff jbeeae gagggg hecchc fdbbcb"
    ),
    (10, 9, 2): "jcid gege bfeh dabi ihdc",
    (10, 9, 3): "cjdid egege fbheh adibi hicdc",
    (10, 9, 4): "jcdiid geegge bfheeh daibbi ihcddc",
    (14, 13, 2): "neek fbia gide mafc ldmi jcaj hkjl",
    (14, 13, 3): "neahh bfdjg gilfd maggm ldcdj cjkll khhib",
    (14, 13, 4): "nehhhh fbjggj igfddf magmmg lddjjd cjllll hkibbi",
    (15, 15, 2): "nmha bhff koag caob jgmd leee dikn",
    (15, 15, 3): "dhhln jmdkf oakjd fkibm gefge lceob ibnac",
    (15, 15, 4): "mnnheh bhjmbd okfbha achodo gjdnim elaeal idggnb",
    (18, 17, 2): "kriq eopc ajfa nhnk fcjg imhh qpbi dblo lgdn",
    (18, 17, 3): "krjil eolnh jacco nhbkf fcagb imedm pqqfk bdhoj lgoln",
    (18, 17, 4): "rkonqg oeqocc ajdeaa hnnbko cfblgi imjkhh pqhgij bdiaof lgehnd",
    (21, 21, 2): "sers gdeb jluk itbl fkmo octt hppj qbnn ragg nmhu",
    (21, 21, 3): "mjnih kgitc cdpji seaqm hpceo lnuon rfkkg tiscb uoobl aqgle",
    (21, 21, 4): "idnpke astfol gmjchd rjcgar cqgsnf oeqnmc nbbhbi tpotsa lksdqp fhuiuu",
    (22, 21, 2): "kvme guuf atdt ebao rmeu ijsn dnhp qhcc pcnd lfrb ospl",
    (22, 21, 3): "vktqm ugslu tapcd ebbsa mrhee jiogs ndcdh hqurc cpqjn lfnor soanp",
    (22, 21, 4): "kvtpqq gusdhl atpimc bebkus rmhlte jiobig ndcusd hquher pcqffj flngpo osaqkn",
    (25, 25, 2): "hgfk iqlp wlpg ptqn xuju ajaf ketq nsxd rfns bdur voch cmoe",
    (25, 25, 3): "hwkao fdwyn olevp maqca unjlq vbifu xggge ichwr yktxb ptaum sjupx qrodd",
    (25, 25, 4): (
        "hadwny ueoxtp stfgdu jvnkxa govobo bybfre nkluod flaeqr dribln wcknal xihdpf qmjimk"
    ),
    (26, 25, 2): "kzhp jbwa yekr ghyv lfnj vofy migt qauw tweo rdre pcox suvu xndh",
    (26, 25, 3): "zugrb tkjkp lbddd mywfl esxhe rorpc jcpva igytj fwtbm hnowv avius dxhih qplxk",
    (26, 25, 4): (
        "zubigy tkpfjj bldndi ymldwr seelxh rocwrp jcabpe gijcyc fwmuto nhvkon avsgim dxhmhl qpkqlb"
    ),
    (27, 27, 2): "Aeqa gtai raAj nlib uyus jikm ksvf wqjv bmrt zhne cfpn ovmh pdwp",
    (27, 27, 3): "rkArp ojiay dloeo vxxiu Azqjq ftzbg uymsA pmwoi cnkvv qbcgf ewaAe sidyd agedn",
    (27, 27, 4): (
        "jmrsar tuwwdi phftbq cnunia kzoise bibyrt axtrzw fspkfs vdqqwg lgmAkd qwedmm eozfly yAlxcb"
    ),
    (28, 27, 2): "Bkqf gsxc rypo omnd hbuq fxar uvdv zitb Aebm laok wdlj qtex njjl pcwh",
    (28, 27, 3): (
        "Bkfcx sgcsj ryozy modih bhqag xfrhc vuvdf izbwa Aemvn alkpp dwjbl tqxfr njlqd pchuz"
    ),
    (28, 27, 4): (
        "Bmkioj dpfabz gkcxvx lasdrc hixbew ucdshs Avivzd jxuldq rtmzmn zsyfkk fyjpgf nqvrqt "
        "wbwgla oernwp"
    ),
    (29, 29, 2): "Czou tvcx sfgd Buyr hbvh yeel rjlB pkxb xint cgjf mnfv wdCq alBm oAzc",
    (29, 29, 3): (
        "olzwc Behar kpBoA ymfks huCAj cnAum jqnzb Csovx zaxbe riifu fAerB vglqv xwyht dbtyk"
    ),
    (29, 29, 4): (
        "zfoabh tudgms wdBzxC phnynx cByelw jmittq saabsk ylmqBz gikfdv qxcogn Avlpzj keuxve "
        "CogCwr nbejpg"
    ),
    (30, 29, 2): "Dwff lnpp shCC yodd xcrr ivbb kqvv Abzz Bpll tmjj jehh gfmm dree uauu Cznn",
    (30, 29, 3): (
        "Dwsox lnrph shjmf oyvyj xchno ivagv kqBfz bAyes BpoCi mtmsq jeCap fguvn rdgzg aubrt zCiib"
    ),
    (30, 29, 4): (
        "Dwsoop lnrprB hsjmfs yovyin cxhnmA ivagbz kqBfvi Abyeeu BpoCkl mtmsjv jeCaay gfuvhm "
        "drgzda uabrCb Cziine"
    ),
}
