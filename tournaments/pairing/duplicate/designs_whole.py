"""Designs in which all pairs meet, and shortened ones of up to ten pairs.

A word is a table: a letter each for the pair North-South, the pair East-West and the sets of
boards (a is 1, A is 27). `TOGETHER` is by pairs and rounds; `LEVELLED` by pairs, rounds and boards
a round, with a set for each board. What is not one round alone has all rounds, separated by "/".

Pairs are the numbers modulo the rounds, with one more that stays if they are even. In round 1 every
difference between opponents occurs once, and every distance between a pair and its set, so all
meet once and play each set once. All were found by our own search: first directions for which the
counts of comparisons are level, then the tables by simulated annealing.
"""

TOGETHER: dict[tuple[int, int], str] = {
    (4, 1): "dca baa",
    (4, 2): "cbb dab / caa bda",
    (4, 3): "adc bcc / caa bda / dcb bab",
    (5, 1): "bda caa",
    (5, 2): "beb dab / eaa dca",
    (5, 3): "eac bdb / baa cdc / dea acb",
    (5, 4): "eba cac / adb ecd / dca bad / bcb edc",
    (5, 5): "ebc cad / dac bcb / cea bdd / deb baa / cde aee",
    (6, 1): "bda efa caa",
    (6, 2): "fca eba daa / ecb bab fdb",
    (6, 3): "dbb cec faa / feb adc bca / acb eda bfc",
    (6, 4): "bed dfa cac / fcd dec bab / bca feb add / fbc dcb eaa",
    (6, 5): "bcc eaa dfe / fac beb cda / fba adb cee / dbd acd fed / cfb dec abe",
    (7, 1): "gfa bda eaa",
    (7, 2): "gea bcb dfa / gdb aca efb",
    (7, 3): "afa gcc edb / cab gea bfc / bgb cda eac",
    (7, 4): "afc cgb dea / fca bed adb / cad gbc feb / cec aba dgd",
    (7, 5): "ece dad bga / ged dfa cbc / fge dbb aca / dgc bfd eab / fec gcb bae",
    (7, 6): "bac gdf fcd / ede cgb fbf / aca ebd fgc / gad feb cdc / aef cbe fda / ega afe dbb",
    (7, 7): "egd bfg cdf",
    (8, 1): "gfa hca bda eaa",
    (8, 2): "dca fgb bab eha / deb bfa gaa hcb",
    (8, 3): "acc dhb eba gfb / hga cfa eab dbc / ada cbb hfc gec",
    (8, 4): "acd ehb bgc fda / adc cfb ghd bea / haa cec gdb bfd / ded gca bab fhc",
    (8, 5): (
        "bad gda cfc ehb / dhd bfb ace egc / aea dfe bhc cgd / adc fed bca hge / gab dcb fha bee"
    ),
    (8, 6): (
        "cbe hdd fea agb / afc hbb gcd dee / ebc caf hga dfb / bfd hae cda egf / gdc ecb aba hff "
        "/ aed gfe chc bdf"
    ),
    (8, 7): "aca ebd fgc hde",
    (9, 1): "dca eha iba faa",
    (9, 2): "ceb baa hfb gia / cha bib eda agb",
    (9, 3): "eab cba hic dfb / bdc hcb ifa ega / bib fec hda agc",
    (9, 4): "efc hgb bad cia / chc igd eba dab / aic gda hfd ceb / bgc edd haa fib",
    (9, 5): (
        "did gbc fce hab / gcb hed fda iae / cic hde fad eba / hca gee bfb adc / cbd hfc eib aga"
    ),
    (9, 6): (
        "daf ghd fea bce / haa ibd gff dcb / fae ica hbb edc / bfc gda aeb hif / dfd bef hcc ige "
        "/ ecd agc dhe fib"
    ),
    (9, 7): (
        "hba cgd eff aic / ihg dcc gfb bad / bge haf eda ifd / eie bdb agg fca / icb ade ebg hgc "
        "/ bfc dif eab che / dfg cbf iga hed"
    ),
    (9, 8): (
        "bec iah fhg gde / agg bff cdh hib / ghd cba edg fie / fga eaf cid bdb / fed bae chf igc "
        "/ geh haa fcc idf / add eia hbh cgb / hdc ece ibg afb"
    ),
    (9, 9): "fbe hef cdi gib",
    (10, 1): "gja cda hea bia faa",
    (10, 2): "eja ida acb ghb bfa / gca fib haa beb djb",
    (10, 3): "dea bjc gaa cfc ihb / aic ejb gfb hca bdb / bfa cab jia dgc hec",
    (10, 4): (
        "jic cgb had dbb fea / gbc fhb iaa jdd ced / adc jca ieb fgd hba / dga bid ehc fcc jab"
    ),
    (10, 5): (
        "idd ajc bge efb cha / gad ece jhb bic fda / iea cjd dbb afe ghc / fcc jde aba ehd gib / "
        "jga ihe edc acb bfd"
    ),
    (10, 6): (
        "ahe bcb jgd edc fia / abc eha fje cgf idb / fhb aga dbf jic ced / ebe aid jhf fgc cda / "
        "hcc ajb bfd ief dge / bja geb dhd ice faf"
    ),
    (10, 8): (
        "aha jif fbg cgc edh / ebf hdg fja gie acb / hjc iah egb bde cff / ecd afe idc bhh gjg / "
        "eia ghf abc dfd cjh / cig adf eje fhb gbd / eag jdb hid cba gfh / bib dga efc jad hce"
    ),
    (10, 9): "ada ecd bfi ghc jib",
    (11, 11): "bca hke fjb dij gei",
    (12, 11): "ada ecd ibg fkb ghk lje",
    (13, 13): "bca jmg dkm hfl lgb iej",
    (14, 13): "aea chb lij jdg kmf gfk nbd",
    (15, 15): "bhi dof lil fan gnc ecb kje",
    (16, 15): "ada chb gne keg moh bfi ijn plm",
    (17, 17): "bda ehc fnb lkd ocf gqk mio pjq",
    (18, 17): "afa cib emc hde qgm lnf pbg jkn roq",
    (19, 19): "bca fjb kif pdj shl eno ord mgp qls",
    (20, 19): "baa fdb hkc pej mrf clm jnr iol gsi tqd",
    (21, 21): "phq cfe lnr okf ami rsp jet ugu bqg til",
    (22, 21): "vdd pum nti req sqg ofk mbf kjr cge hab lio",
    (23, 23): "wjt kow dbf spi ltu enh agl hcv uid qrp fmm",
    (24, 23): "xef inb wjg lrv ubp gfl mok paa dkc qct htj vsh",
    (25, 25): "cey bof qwg rat pmb uyc ihi sjo xnv fte dvj lgx",
    (26, 25): "zab uda wnf hru otj vki igc mlv syr jfl qxx cpg ebp",
    (27, 27): "huc jfk vAb qnn tmz zyp crf epa xom dwo kis sbw agu",
    (28, 27): "Bjo rgg bcl qet uzy Awx hpf vlc moA ifa anh ysu dxj tkd",
    (29, 29): "xkt fcx plw hol Bsu aCB mwg tyo vdj bqc jrr uAh ges izC",
    (30, 29): "Dvy mub czs hgu trp qfh yBc dxl Csa ibn jee Anm lpf kwt oag",
    (31, 31): "sfm pzD own tqy eCp dmw jvv lAC Ebo ghB nrk auq yDE cia Bkf",
    (32, 31): "Fbk xkr gqC loE she nmn tCc cjp eBw iwm ups dEx vfu yAd Drj azB",
    (33, 33): "zky dfb msc qyk Eet Gcl xBB wnp vum atg ojr hCx Apa Fli gDh rbw",
    (34, 33): "Huk Cea aAs xwd tdB rcf Bfu mGl hbD nvx jEq gkA zlj spp oqz yDE Fic",
    (35, 35): "GEz hbr AHg fzx cyi gDH nky Ijl wxk Bsv dtC avu eCa rmd lpq iqf oFF",
    (36, 35): "Jru Dai czA yxp Hsr bdG wiF lty pgm eAl khf uFa jnz EfE Goh Cmo qvd IBk",
    (37, 37): "mrJ hpt IyD Kku sqp fxE lJe Buf wFF vga dtb jnH bac EHh zcC iCK AGw Dev",
    (38, 37): "LvD Jdp Ghj FIz rEx meh gCq kbC ftg wuu Ajf HBG cDl Kzo yiv noI plw ase xqi",
    (39, 39): "IFy use mhA qcs weE pdm nHH rGl Kth Ljb DMB BAj ogt Ebi iyu vzK CJI kxo lfg",
    (40, 39): "Nuo cCb bsu Gll JHr vFJ ABm LjM IEg hok fnw wzn gaL myf xMH eDA qKd dti pkx iry",
}

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
}
