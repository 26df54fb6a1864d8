"""More designs like those in `designs_shortened`, for 21 to 40 pairs and up to 13 rounds."""

UP_TO_30 = """\
22 7 3 933EAGQL0WCM* 7NPJq?Od?F*Xj 4XS<3edtiZjvf 2(p4QZ!ozT2A%: vja sle mob brg nid gac dfe ckc
 upf qta ehb
22 8 2 `;bFXICTUNf4Uj GgmAO_$v(J9Nk# TkXP|WwII1#0(e A<kF~B&Uc#^!o_: qkdhcc rncfbb sfgche taedfa
 ucaegd voffhe gjfhec idabgf lhbgaf mehadh pbbbbg
22 9 2 2P{c-fm2<>w^wrx5d 0kMdU%*hKrVJQDEwE 0Y-5hy+4No0czDyAO 0X38xLkNW$&dB1uZ~: sefeff tdbgfb
 umedie vcchic pkifhi hqgigg nlhach aoccac ibehee jfadda grdbbd
22 10 2 4o-*}D)+P;p-mWecZd EzhKO98q#t2Rjr{Z?p 9el&BI7l2wl6no16E^ JBe_0InfgB5DI`DOdJ: ufi vri msc
 hpd doh abj lna ief gkg cje tqb
24 7 3 0k*}9%yTGwPL}} 0b2f$5OBZR=LZ= 1w%oN&}~UKWpI! 0sv?$(C)9{+`el: vrbgcd wjffef xtgdae eabbge
 ulcddb ogcgaf fddbbg piacec bmaafd qngedg sceeca hkeabc
24 8 2 lZ@JrmrpVH`&i20 kS2V<`wtNa2yqgB ;kl-wDnw}jz0AAq Vn+uA7Ft(~6LsHi: qnhhda rldbce safghc
 tdgffd uoehgg vgcdbh wcecca xmhbgc kbbche hpagag fedabb jifeef
24 9 2 0c&6|huB|E*p1a1`~d 2EcKhl?6K=xiA$0PTT 24d@d9U$8ly%EIwmn# 15yPVpS8k-MLwMclF0: scdaei tgbdeh
 uhgcdb vfcegb wmchce xohfgh qieifg jphfaa brigbf degghd lkfehg naabic
24 10 2 dv4HIe37VaXXxG~hK|? I#VZB567Ed!xd*FA6Zi `0$E)J<$wy-aMRou#2? KP7YkaA&_e5JE9$9ccC: ufeibf
 vnfefe wqgchb xddife ogdhad psjddc caigjg lkhaed ebgdjj hibfia trcbgh jmajci
24 13 2 4bajAKqLtgE47&zQ%m>QSYG#L 1ns=z6cP-kAdN>RK>;eIS8xvE 192H8=L}eBKO4PqDIn&qM6)QJ
 1$lzcI}Z_Q<mpskz{De+mLi-0: gbfafa skibib fokdkd cadjdj xiekek vebfbf nwlhlh dhjljl uqhghg rpaiai
 mlgege tjmmmm + amaaaa bnbbbb cocccc dpdddd eqeeee frffff gsgggg hthhhh iuiiii jvjjjj kwkkkk
 lxllll
26 7 3 0JXV8#hVeZQ+?#z 1)}WFBFA-61{J9z 1w9Rwq28fKOwi2? 1VRkTY=>maKL~QH: vjcgdc wafbcd xreefd
 ymeaea zqbfde tuddfc hbffab seaeaf dndcbf fgabge oicceg pcbagg klgdba
26 8 3 7O8p0A2jYL+fS9#NB v&u+$G1mze@nee!lm zc2b0e=J{CNznf8{Q `>8nu)Bg|LV3%heOa: yradad zscfeh
 qggage onfhbb bkhfed cxddhf apfghb meabce jlebaa hwbhdg vicebg udgcfh tfeagc
26 9 2 0CEi8WSXqI4YH{!crao 5joJ<Mvj^R1dLdHYb6N 2p~|O@6kY#Xd_i<6Q^D 7;KV-%dRjslntrZ2+{=: snbaii
 tgegeb udhcdc vcedia wpchee xqfegd yeaihe zldfcf rbbich hfgbai joihbg madcff kiffhb
26 10 2 0p8{76D>aKFrFKl9u}16Qv 0}{rcpn{}LzC9l5ZhKq)TL 18KewgSf04-Y%;wx~a~8Yy
 14_{nZg0{$DS7*grFlWFga: ushdfb veeede wcjafj xofdei yrbjih zdcjbj nqihjf figccd ajccbb plbbac
 hkdicg btgghe mgafga
28 7 4 0{GS&w17u}Cvnk>j{ 0ORr>HUtkPSd8L5*8 0T{H>sYH%!c`VML2> 0g>JkfDE)Twgy-ffB: zigbgb Apcgcg
 ltfcfc gBeeee xubfbf jygdgd mebbbb awcaca ocdddd fbeaea knffff rhaeae dsdgdg qvacac
28 8 3 N+S1h@41_!s8r^a(?< <jgw{)CJb4Nn#+FVzU cqtBiCnS($Bu`gzw)6 sg<2cApYQk*?|BEIzs: yjbehb zaehbf
 Avbhcd Bxcacb mbhggf uocdfe nfgfae eihgac ghgcfa pcedec wkabgh stdabg lqfeeh drabdg
28 9 3 A{vp<Cd2Iqz%}-<w1C<` KAO;pJLkC+jsYWDr#_i1 6!n)jd1rn>Oj+zu*_$7q 14_$46Nh*s?EKSmC>fK=: Bbcaac
 yvghdc cehgfi izdggh mqhehf fxebbi jrcifa ulifeg htfich npfchd daadaf Awgbcg sobaeb kgidie
28 10 2 4iC;F06WTIxpNmCnZtR~Wz7 3YqX<Z9`Ihl;wZjyY?)Nb_f 2ya+0yPKBJ|IQJeD~ndp-rW
 0LqhGEN!CEkemrw-?LFgj%@: uqhffb viebcf waigae xgfaij yhjcad zbgjga Adddei Bngeha csfdjc ftjhbh
 jlaihh kmeefd pebbdf rocheg
30 7 4 0bxe?B4Z_$W~BNfAWi 0gC}??I=X*6d8GTRB- 0TtBwfqKYF@mdE)!{P 09{8b#Lb9<EL{L({R{: Cpbgbg Dlbgbg
 mhgfgf dkbaba boecec tidcdc awgaga fAabab urcgcg xzfefe eqeded njcfcf vyabab sBfdfd cgdede
30 8 3 hv_#6rfxRc)=L`Pcs|_ ej>tBEF)BmimXE)tLqy =WR_qn0s>(wF}XBusv} DhLiCKCFCWSa5d?h@77: ycdfdc
 zgbefc Axeaae Bleedg Crbghf Dwhbgf ksfbbd vhddha jmghfb udaabg oqccea tecdgb ifhfch abaceh npfhcd
30 9 3 1g#-^bZw=Q)p4*IbZ9J2ga JLn0-%}76;@dtl$R6w8z*Z d)g7-3(iIOIf`93fN^fl{Q
 G`iif?y6u4b1V-4BB2y=xc: Budfbc Cwbiba Dlafec rmfiha ajebdf Aqggeb ybihid nghgfg pccecb ifcdag
 sdicah kzbhii evdagh otgafe xhabde
30 10 2 8nHug4;6oG>i9;FGAV&mobeL 5=pf!c~_wP3m?^HhOA;5mQ{E 4?4DC-{e(t%!dM2g3E4cU#bB
 F6WH~3$h|qqQA!BlQmcvJ4~P: updbjh vdgdhc wraaci xneaej ylgfig zahiga Aejjcj Bqfegg Cihbfc Dobfdb
 smihab cgcibd kbccde hjbgaf tfdjfh"""

UP_TO_40 = """\
32 7 4 pZl4%Sw5mwGb_!incV X;w;ibk=!y8iD5_Xmb =bp8QGOJqbjb@-RS_c JCrt}1p`2_5W}qGhZX: Cycdfd Dfggba
 Epfedg Fmegae dwbaec obdagg Agcbfc ljgcae nqaddd cubfgg xieabe ksdgcb evbeef Brebaf thfcbb zaafca
32 8 4 TWYt+1#)*Q$S2EoUhMk) 0%t~)Bu<|YH2>d#3`axA YG-uYpP^XlAqxfh*F|}Q !?Wdv(7P>tt)xd9N&;GC: qkb
 Bob xuh gya jlh ifc sDe hng Evd Acf eFa dwd rzf mpe aCg btc
32 9 3 !GZJJ$5N1SX`}&)_!{snw?O I4?s9((0<n*y+>AndEAMM&< BO)>Lu+Ttk-cp(v(3$V=U7P
 -_BEPn1pG`Ov<+f2Bw-R$Vm: Bxbief Cjdaga Dmcidb Eqaeag Fsaffg Acgbcd glidhd eobada ihhcfc bdebgb
 vafcec ythhbi kwiech unfgih frdghe pzgfai
32 10 3 5d4^Ys}0Taj9z<LZ*JR2^JrWr a+U2d4cR+LZDn|@BC+O0g`tJa dH^eq|0;>EUL%SWI<b=rQLE1t
 i5$oj4S<ZXLi~6cd<`A6cDYd~: Ececce Fveige kafhef ohgicg rqdfdd peiafi lycedc btjjij Agcbjc fiihei
 sChajh wxdgad unhjgh zdagfa mjadha DBbfbb
34 7 4 ec``5^z!aW5r(9tonI0 HAl=UB(+Y+0?-}?97>4 Xgs-uHd`KVX%}26ln?9 7?lDDLxs;!RQOMiDdI^: Cxfaad
 Dadcce Esdfff Fegcfg Goeagg Hmdbcg wbbbae jnbbeb tpgabf fycedd vBedcf udcedc Ahaega qicgee kgadda
 zrfgbb lcaffc
34 8 4 wx28&(cWo!3UEiz^{z-;x& ea53$Tidkkf*7aVFm#|ap# Su(efB8p`;v5UuB2^&E1@&
 !ki}sKDU-^TZGBDra@s$5d: Ghd Hid rtb vjh ewc Fcf fCe Dog pma sEd Axg bkb lga nuh yBc dze qaf
34 9 3 0fbOeTa=tn(HF#PlRl#B3h9Xz 0Y{j&ND3+7M3-XhNfu5|Gkaws 0I%Zd|LZC2Eg0lg#ew=~VB7l*
 0o)4Pi0I(fL0(Elsf^Nd9bSwg: Bwahga Clgbei Dagfhi EAiafh Fsciab Gjdcba Hradgg hqfedc ezfhfc mpcgdf
 nxecih dbddae vteicb gybbbd kohgeg cihace ufiehf
34 10 3 0u9~~$-x#h;()8ktUdK#cGvyEs=@ 0jW-hQIk`od18X8%|tY^$IIPIEq4 0>+Hdej79f;(VKI*lJM>oNrc&;Ij
 1IOfLr3^DoKr1**NkW1&ZAAHGN00: Eaieci FCbggh Gubjfh HAgdhe izcajj efhfjj rthdfd jleeci Dofcic
 vpjhhg sbajib hdeada kxfhdf gwgcec mcibbe qydgbf Bnciad
36 7 5 CKvyId#36<7N<;TuGG?k 3iOJxay@PlX$j~dxM9w+ 4**ZyvVaQVO0HBuOB3xY Fd}FcDfuQRxGqp-5QCj;: Jmcgcg
 vsebeb Iigdgd zFabab GCcdcd xBaeae uqfcfc tcgaga lefefe rEbebe Hggfgf ykdgdg hncfcf oAefef abdcdc
 djbgbg wpdada Dfecec
36 8 4 wZZLOu&MJ)nHWPzm6H^rzp( It0K0QOwgsK(wXE<1JYe8<h IVL*uFRTqAwf}=18(2;KH^B
 MxkT73?A7CA!C5KGFm)IvSI: Gehaah Hufahf Ilebhe Jqghag gradga xheffe nidbad bDfcef oAabda dyccec
 Bkghbg Cmbegb ajbdcb zccebc sEfhdf pwggfg vthghh Ffdfcd
36 9 4 0yuLdwyX<_<msm2Xy><Pn<jTQkN 0~BQJ053i$H#nnmHQC*WT%m>n#Q 0C@^|+k?*{r335q0*&6y8N&vh0s
 0v|MXp#&leU5TkCx8Qg<hb)BcMg: Dzd Cig hri Goa gfb wAh aHi Bud dxf tvh FIe qeb Jjg sEc nla pmf ybe
 ckc
36 10 3 55frPlIkE6y~f|3meo5_KdBMavdF~ 0WmFs#`;HBL`vm7R>5y}hun}5G}M* 27v^&;(p(Y?Zr|PCealJ{u){_vC6m
 3U?Tdn7BhO)W#TC>>C@_cL^`@A7RY: EAghee Frajcg Gkhfhf Hqbegd Infcfh Jdddid hvgbbe tBjadb pabidi
 uCechj mfdgba cshfji Deagcg gzidgh wljbec xycjij obiaaa jiceac
36 12 2 a9vZ&XVh%*eM7O>5G!Mdyl;b%)QM2QjZLx dD{Yga!VGnW&9{^F@w;vLn3fi)*fdVp%7&
 u+H!9Lws9Z#^SwITj8+nBY8|hI-mrBD80b {VFwR=!0$--wDVkEL+|Jq&yI6+-H42%RtQ: ytclhc zmfibg Adlbke Bijkfh
 Cqhfcj Dobcgd Epjgfd Fxaghk Gcgcag Hbijaj Ilbaef Jsdibc ukefla gedjib vnlhgl frfeli hakeda jwcdjh
38 7 5 8fF|S71gJwxK%5!%Mgx-$^ 2WU@fSe%n5bi>8k3?Raz=l 53(#ah_(r>*EtX;`6jotng
 4bCJt<@t6c7}Fm3ZjD7nY5: JAcfgc KGfddf Lsaada ctfccf yedafd rdefge Bmcaec fjdccd Fzgddg wkggbg
 Hqabaa gxbffb nubebb ivbceb Ioebae apabca lEcdfc Chgeeg Dbfggf
38 8 4 uEXZKV$xn*kh_o%alvh!Z;r7 G|;sSNmI_+<qTY*?Du!}u0$9 ?*!f*Au#)2ynhUEKSyxCJ(3F
 =4-k(38n$JtiqL>33MOS&3ei: GDeaaf Hbhgfe Inghea Jsceba Kiahab LFbgga tlfbgd xCcefc urcfbg eEdedb
 Bhhahf mjabcd zvbfbg Akfdeg opecde aybcgh cdggfd qfhdch wgdfhc
38 9 4 0b5?ogycoROe1vVQL;_P>HYc2Xhi 2V4;lUxa3aSk%^j9Z-r6e;<I(TIc 0eK9iK<>K`x2<zC)(=PIhDh!-HER
 0EQ)|a|9KT(72@;&eDR2NI@U2^FR: Knfdfd Lofdfd vthhhh AHibib Dehfhf iEdidi yCfafa pmcgcg cbcici
 dgicic Gqecec axgege zuadad rBbaba wlaeae sfdhdh FIbfbf hJgbgb jkegeg
38 10 3 16Q8KFHpX_#n-T-uY>jH<x@tMb5;=A D6$!UUzUjsP{}JIaY0Rd%gR7YOCnfh
 JEXIHSuiO&eA?YMsc<5Y;6QgrtrbGQ 2w=>QX^=?q%v+eTzQqIrco&VSg1tE^: EDbhhb FAbaah Gfijjd Hcgjij Ipiddf
 Jmafbh Kvehge Leaeee Bnfcdg jghiec azjfcj yoeghb itfgbd hrcdii xkjafi uChbjg slccfa wqdbcc bddeaf
40 8 5 etAT9KS1pvL^Jxm*ZgPM8^V33 KB*6#A~Pvhz_yemDmf2mgAGQ4 MX8At+VI{gcy>7&R8bhQRF8I0
 k)JrbLo^Fc<um*FGd6E?Q3w-{: lfdgdg osfefe bHbaba JEegeg hwgbgb Kqhfhf cNghgh tMecec mdgbgb unaeae
 Gjcfcf BIhaha Cpdhdh grhchc Lebhbh xFbdbd iyfcfc vAcdcd zacaca Dkadad
40 9 4 2U%oBK(49@MHO`zX19N8J8{A+>0?6 3^!qSs}@0m<sE#pCG?mgDK-^`PTpn 2xEzS<)A5c^>bE<ys(mZ6^BfrGLRY
 3KN8K;xs%2QFmUU=6VPa3y_sM1fwA: Kdgdig Lmedbe Mwbhad Nqadec AEieac fgheic aJfbhi Fiichb GHgaga
 ckbiga xCdhfg Dubcee brhfcb ehcaei Isfgdf ozciff ypafbd tBdfhb vjebch lnagdh
40 10 4 J((NR4x>b+;W#-@L4Mqebex{WBX;X^vH (MVx_=J6=0skSkA0!Nqb1#5w4)q=PZSp
 ^^=K1VIlE3IDyrO{tBeoS1p&v(GE^K%K 6iA;l!vVsNG!Kb{QCu_mC14+dGa!~I`T: qKh oie Gti JLj kMf hyb jxg weh
 mdi bpd uab fgf lDd Eca HIc AFg Nsc zCe Bvj nra"""
