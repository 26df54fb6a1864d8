"""Designs in which all pairs meet, and shortened ones of up to ten pairs.

By pairs and rounds. A word is a table: a letter each for the pair North-South, the pair East-West
and the set of boards (a is 1, A is 27). A text is round 1, or all rounds, separated by "/".

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
    (37, 37): "ruC Dll zKy egh dhD syK EFk kft Gcp Bpr ivs aCv jxo Aqm nHa tJn mIe owu",
    (38, 37): "LvD Jdp Ghj FIz rEx meh gCq kbC ftg wuu Ajf HBG cDl Kzo yiv noI plw ase xqi",
    (39, 39): "IFy use mhA qcs weE pdm nHH rGl Kth Ljb DMB BAj ogt Ebi iyu vzK CJI kxo lfg",
    (40, 39): "Nuo cCb bsu Gll JHr vFJ ABm LjM IEg hok fnw wzn gaL myf xMH eDA qKd dti pkx iry",
}
