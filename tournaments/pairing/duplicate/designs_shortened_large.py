"""More designs like those in `designs_shortened`, for 21 to 40 pairs and up to 13 rounds."""

UP_TO_30 = """\
22 8 2 `;bFXICTUNf4Uj GgmAO_$v(J9Nk# TkXP|WwII1#0(e A<kF~B&Uc#^!o_: qkdhcc rncfbb sfgche taedfa
 ucaegd voffhe gjfhec idabgf lhbgaf mehadh pbbbbg
22 9 2 2P{c-fm2<>w^wrx5d 0kMdU%*hKrVJQDEwE 0Y-5hy+4No0czDyAO 0X38xLkNW$&dB1uZ~: sefeff tdbgfb
 umedie vcchic pkifhi hqgigg nlhach aoccac ibehee jfadda grdbbd
24 8 2 lZ@JrmrpVH`&i20 kS2V<`wtNa2yqgB ;kl-wDnw}jz0AAq Vn+uA7Ft(~6LsHi: qnhhda rldbce safghc
 tdgffd uoehgg vgcdbh wcecca xmhbgc kbbche hpagag fedabb jifeef
24 9 2 0c&6|huB|E*p1a1`~d 2EcKhl?6K=xiA$0PTT 24d@d9U$8ly%EIwmn# 15yPVpS8k-MLwMclF0: scdaei tgbdeh
 uhgcdb vfcegb wmchce xohfgh qieifg jphfaa brigbf degghd lkfehg naabic
24 13 2 4bajAKqLtgE47&zQ%m>QSYG#L 1ns=z6cP-kAdN>RK>;eIS8xvE 192H8=L}eBKO4PqDIn&qM6)QJ
 1$lzcI}Z_Q<mpskz{De+mLi-0: gbfafa skibib fokdkd cadjdj xiekek vebfbf nwlhlh dhjljl uqhghg rpaiai
 mlgege tjmmmm + amaaaa bnbbbb cocccc dpdddd eqeeee frffff gsgggg hthhhh iuiiii jvjjjj kwkkkk
 lxllll
26 8 3 7O8p0A2jYL+fS9#NB v&u+$G1mze@nee!lm zc2b0e=J{CNznf8{Q `>8nu)Bg|LV3%heOa: yradad zscfeh
 qggage onfhbb bkhfed cxddhf apfghb meabce jlebaa hwbhdg vicebg udgcfh tfeagc
26 9 2 0CEi8WSXqI4YH{!crao 5joJ<Mvj^R1dLdHYb6N 2p~|O@6kY#Xd_i<6Q^D 7;KV-%dRjslntrZ2+{=: snbaii
 tgegeb udhcdc vcedia wpchee xqfegd yeaihe zldfcf rbbich hfgbai joihbg madcff kiffhb
28 8 3 N+S1h@41_!s8r^a(?< <jgw{)CJb4Nn#+FVzU cqtBiCnS($Bu`gzw)6 sg<2cApYQk*?|BEIzs: yjbehb zaehbf
 Avbhcd Bxcacb mbhggf uocdfe nfgfae eihgac ghgcfa pcedec wkabgh stdabg lqfeeh drabdg
28 9 3 A{vp<Cd2Iqz%}-<w1C<` KAO;pJLkC+jsYWDr#_i1 6!n)jd1rn>Oj+zu*_$7q 14_$46Nh*s?EKSmC>fK=: Bbcaac
 yvghdc cehgfi izdggh mqhehf fxebbi jrcifa ulifeg htfich npfchd daadaf Awgbcg sobaeb kgidie
30 8 3 hv_#6rfxRc)=L`Pcs|_ ej>tBEF)BmimXE)tLqy =WR_qn0s>(wF}XBusv} DhLiCKCFCWSa5d?h@77: ycdfdc
 zgbefc Axeaae Bleedg Crbghf Dwhbgf ksfbbd vhddha jmghfb udaabg oqccea tecdgb ifhfch abaceh npfhcd
30 9 3 1g#-^bZw=Q)p4*IbZ9J2ga JLn0-%}76;@dtl$R6w8z*Z d)g7-3(iIOIf`93fN^fl{Q
 G`iif?y6u4b1V-4BB2y=xc: Budfbc Cwbiba Dlafec rmfiha ajebdf Aqggeb ybihid nghgfg pccecb ifcdag
 sdicah kzbhii evdagh otgafe xhabde
30 10 2 8nHug4;6oG>i9;FGAV&mobeL 5=pf!c~_wP3m?^HhOA;5mQ{E 4?4DC-{e(t%!dM2g3E4cU#bB
 F6WH~3$h|qqQA!BlQmcvJ4~P: updbjh vdgdhc wraaci xneaej ylgfig zahiga Aejjcj Bqfegg Cihbfc Dobfdb
 smihab cgcibd kbccde hjbgaf tfdjfh"""

UP_TO_40 = """\
32 9 3 !GZJJ$5N1SX`}&)_!{snw?O I4?s9((0<n*y+>AndEAMM&< BO)>Lu+Ttk-cp(v(3$V=U7P
 -_BEPn1pG`Ov<+f2Bw-R$Vm: Bxbief Cjdaga Dmcidb Eqaeag Fsaffg Acgbcd glidhd eobada ihhcfc bdebgb
 vafcec ythhbi kwiech unfgih frdghe pzgfai
34 9 3 0fbOeTa=tn(HF#PlRl#B3h9Xz 0Y{j&ND3+7M3-XhNfu5|Gkaws 0I%Zd|LZC2Eg0lg#ew=~VB7l*
 0o)4Pi0I(fL0(Elsf^Nd9bSwg: Bwahga Clgbei Dagfhi EAiafh Fsciab Gjdcba Hradgg hqfedc ezfhfc mpcgdf
 nxecih dbddae vteicb gybbbd kohgeg cihace ufiehf
36 9 4 0yuLdwyX<_<msm2Xy><Pn<jTQkN 0~BQJ053i$H#nnmHQC*WT%m>n#Q 0C@^|+k?*{r335q0*&6y8N&vh0s
 0v|MXp#&leU5TkCx8Qg<hb)BcMg: Dzd Cig hri Goa gfb wAh aHi Bud dxf tvh FIe qeb Jjg sEc nla pmf ybe
 ckc
36 12 2 a9vZ&XVh%*eM7O>5G!Mdyl;b%)QM2QjZLx dD{Yga!VGnW&9{^F@w;vLn3fi)*fdVp%7&
 u+H!9Lws9Z#^SwITj8+nBY8|hI-mrBD80b {VFwR=!0$--wDVkEL+|Jq&yI6+-H42%RtQ: ytclhc zmfibg Adlbke Bijkfh
 Cqhfcj Dobcgd Epjgfd Fxaghk Gcgcag Hbijaj Ilbaef Jsdibc ukefla gedjib vnlhgl frfeli hakeda jwcdjh
38 9 4 0b5?ogycoROe1vVQL;_P>HYc2Xhi 2V4;lUxa3aSk%^j9Z-r6e;<I(TIc 0eK9iK<>K`x2<zC)(=PIhDh!-HER
 0EQ)|a|9KT(72@;&eDR2NI@U2^FR: Knfdfd Lofdfd vthhhh AHibib Dehfhf iEdidi yCfafa pmcgcg cbcici
 dgicic Gqecec axgege zuadad rBbaba wlaeae sfdhdh FIbfbf hJgbgb jkegeg
40 9 4 2U%oBK(49@MHO`zX19N8J8{A+>0?6 3^!qSs}@0m<sE#pCG?mgDK-^`PTpn 2xEzS<)A5c^>bE<ys(mZ6^BfrGLRY
 3KN8K;xs%2QFmUU=6VPa3y_sM1fwA: Kdgdig Lmedbe Mwbhad Nqadec AEieac fgheic aJfbhi Fiichb GHgaga
 ckbiga xCdhfg Dubcee brhfcb ehcaei Isfgdf ozciff ypafbd tBdfhb vjebch lnagdh"""
