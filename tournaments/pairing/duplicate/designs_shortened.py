"""Designs of up to 24 pairs for fewer rounds than it takes to meet all; from 21 pairs on, up to 13.

A design is a line with indented further ones. It begins with the pairs, the rounds and the cycles
of pairs. After the colon come the tables of round 1 as letters: North-South, East-West, and a set
for each board of a round (a is 1, A is 27), or a single set if boards stay together in levelled
movements too. Otherwise the first set is for boards that stay together. The four words in base 85
are the tables that exchange their directions, a bit each from round 1 on: with this even number of
pairs and sets together, with one pair less, and both again for levelled boards.

All were found by simulated annealing, a few seconds each: first the tables, then the directions for
which comparisons are most level.
"""

UP_TO_24 = """\
10 7 1 22^^rfB 0)Q+BNd 0@*aH4* 0)Z&+DF: hgdddd idfgfg jabbbb bfeaea eccccc
12 2 6 30V 0r3 3Cs 15p: acb ibb lea hfa djb kga
12 3 4 0g5& 0~s{ 0!Ka 0TL7: akb jlb igc eda bfa chc
12 4 2 G)4d 7+q8 V;bE )-~Y: iaacac jgdbdb kbcbcb ldbcbc cfbdbd ehcaca
12 5 2 IsJKv C`8Cq Je>7< 2_c#Y: khaaaa ldaaaa cjbdbd feecec iadede gbcbcb
12 6 2 0ReFWX8 2-3n3R{ 0a#;X82 3C&5A5d: aeb jdc kie cla gbd fhf
12 7 2 0{Iw%L$3 0JzG6fyV 0PPN@Y#{ 10)P*%7y: hda jcb gic bfd ekf alg + aja bkb clc dgd ehe fif
12 8 1 zz^-Q^x6 TT$|ya1j E}p*s4>< pC~nkST_: iabgge jgaadf kfcfbg leddeh dcghfa bhhcab
12 9 1 Hxtop4}sG GQg@qzz+K 2WDmq5fMr 7_F|@EQTu: jhdacd kgabgf lbigic fihfhi deecab acgdde
12 10 1 0SbBT&`vaJ 1Rw*46vG5@ 1Q$Zy+PCf? 16%+=0jCpf: kbcacd laaceb deiidj fihbac hjfhfh cgjdjf
14 2 7 2Rr JoN G0^ B!m: egb chb mka nja lba fdb aia
14 3 4 7c2b 2nJm 84mL 3UV+: mkc nec dca jha gfb blb iac
14 4 3 0Ae<% 2AVdR 3fqCL 20I`{: mhabab nkcdcd dcdcdc lgbcbc fibaba aecbcb jbadad
14 5 2 1IQ)ukp 1X{q6<p 1XzSvjs 1ZHU>!~: kibaab lecaac mdebce ngabca afaeda bhddbd jcbceb
14 6 2 0`@%xZ-o 0EJi#Ecp 0p;8o?>7 0<Fq`1|0: mlc nac gbf hdd ecb jke fia
14 7 2 0CT_!xOFW 09@)x1D#3 04uLvqJ?z 04k^<0=Tp: naagea ckgccg mdcabc fjbdgb lgebfe ibdedd heffaf
14 8 1 -Jeh$`6l) iB>(C!-kU $D&Y%qp8; IbI<dLQW3: idbcad jfcaga kcggee lhhfhf mefecb nadbdh gbadfc
14 9 1 bGXAq-fUYD Vg|TIVWGiI UyFXqOLjEM XIvO~sZw$T: jhidif kfbfaa ldagdd mahecg negcbh cicbhb
 bgfhec
14 10 1 7hfG`s6}oS&j 2{+=*mI&4J_5 E^gJBj8-YlTm 2y_J6kZ5_pcK: kjjigj lbigbh mhchie ngfjji cfddhg
 degacc iaeced
14 11 1 3;T}UiskXw*>n 1jKqL!w8>HU`q 9JbG_vQ-ouWM= 9&{TMMb|bE4f+: lgjgeb mbdfbd nighkj kjfbdh
 eaijha chhdig fdeaci
14 12 1 4t?KLrUYfLRWs! 3jzXQTLr;fpJv< 3@uu>*?}Wly^Ag 2eLf;x>N4Lpf;=: mgfhll nhjfjb ebbaef jfdlge
 cahjkc dieihg lkccfh
16 2 8 hM) <O2 o67 $`A: mia ebb lda hpb oab fgb cna jka
16 3 4 #WNE v1HN HX<A *VdB: mcaaaa neabab okbaba pbbbbb dfabab ghcccc ljbaba aicccc
16 4 4 kR84n eIFZY OFvZ5 SQ=cq: abd cmc jpc dia gfa ohd lkb enb
16 5 3 ;XWROhX KosPnlm %M66q_5 JhDRMf&: pgc dhb lbb cae imd kod ena jfc
16 6 2 QpT#|?!y vL<m=Wwi ^tdsex^D g3(lg7R3: mjebeb ncaeae oefdfd phbaba lddbdb agcaca ikbfbf
 bfecec
16 7 2 c}s4%=(jW eUQQ7MSV# B*zssBVmF O-)TrO-)S: ocdgdd pidgdd mbbafb kfcdec ngecce ldffbf ehaega
 ajgbag
16 8 2 5fELxtVH&) NQ4q>LWU3$ ra<L~xz*`? VHI9y2;c}b: kne dec bod faf lmh gjb hpa icg
16 9 2 J8Is?6AP;`9R 6VjGUD%7B6cm x08@es!}c2Y5 huF6)s%0{64*: ofa bmf ind jeg lkc gde cah phi + ama
 bnb coc dpd eie fjf gkg hlh
16 10 1 eupP$TN|@j96| 4pxoE+DXgJivs Y{tuq;U?YGc3u zzGOfO+;5!iW&: kicjei lbhhag mdaabh nhjbij
 oaidcb pggidf fjeejc ecfcha
16 11 1 wX~-74CMt*mYSC $EIK+EyU&LY>37 z^CJAG93&vaO92 WJO}H?;~%bs;Fo: ligkkj mfheie ndibdf ohccga
 pcfdai aeaifh kbjghk gjkjcd
16 12 1 y{}@fLIQlCo-?Pa Vd12~cLU@_b;nR; EfC`M8YBL*uRvT@ q$7azG&M1GhH_yu: macghi nigbeb okdkce
 pbjfdf ghbcfh jeihjg dlaaac fcfeia
16 13 1 +t(O*a=);0OGQZuYy (ulirf`XVykTBvQlK %xw}HN%Ktc8_h<$Fa Q3DF8@u_jcAcAwLkN: nijbim ojmjbd
 pcilfl mhlgga flacai geehce adkief kbgmhj
16 14 1 Kis%^&-~L##irQwo+$ G?5sI-I(DSjgX~mEpY zPi9NP(v#@Lbkz4%Hs wC$D9V0?Ai$%KU6Oo0: obebah pdclid
 ekfalb hibnck jmakjf cggfma nljibm aflhdj
18 2 9 0({^ 0Iak 0M;@ 0dS=: maa glb dfa hjb ena kob bra pib cqa
18 3 6 2k`g$ 1l$(a 2l2R0 0K5iW: caa oba khc ldb mgc nfb eqb ipc rja
18 4 4 1eDpsQ2 4u*j#F# 17OVTY5 18Qbccm: qnc rmc igc lpd jfa oab kdd ehb cba
18 5 3 9yM1)D+& 0jAcW7dQ 6^vOf<s$ 3>`#bQAq: pla qdb rje amc gfd ecd bhb ine koc
18 6 2 8wIV5qw~@ FqCXPFQSn 8+Qe{F6xW 0B!goSr=9: mbcbaa nceaed odbfbf pkdecb qfcaff rgaeae jlacee
 hafddd ieedfc
18 7 2 FF%RqJ-Kw) Af!51li%cG N~U3Yk+wXw 3`oaOoW(~F: oeecee pjagaa qkcfdc rhbfgb bfdecd gifbef
 mabegb dcgdfg lngabg
18 8 2 ;cg$+cXc@}iv z^Y9efe%KjX# S>(3+i@)CE!T svs4R!79Y+fB: qldhdh rmdhdh ijecec pebgbg ohhdhd
 nacfcf ckaaaa fdgege bgfbfb
18 9 1 0F*+zuAt8qpK)~ 03RDC#U#@xe4wi 0J{O79fF_rBdf& 05)8LSjCpRI0l;: jgfdcg khiceb ldaghh mbdaad
 nahhbi oeefgf pcgefa qiciie rfbbdc
18 10 1 0)yifvX{v{<f4C- 0Kqtj8q1-><Z=ie 0hL8vPw_DDm1Um9 0IY7W*dg$k@aD)$: kdhaih lejdad mfgiea
 nibegj ojfhjc pbafdi qcccfe rhejbf gaibhg
18 11 1 2IObUAdoecU0yyD2L 2A5I-jmt#wsR}JdCI 0shjpiaC~rbYji~LI 2FfNSgv(M2@M1teiU: lickjf mgbfbi
 njjjdb ocadch pkhhhg qdkife rfebij ehicac abdeka
18 12 1 4PV`dVh7{<(>tG;!_x 2AKdjj*K+<E!KG~klF 3Rn=|Y}NS&35^cSKXL 3MmVp8V^AkES%dzGC=: mfhlcd nbbdbi
 ocgbke paleda qjfchc rkehjh gidgaj hdikil lecagk
18 13 1 5VSWx1VH_smqapRe;&# 6ov^bfCNMG0q7Vegvz1 8?2q$12w0?YyA^XB&5~ 4A%-Gl%$~%`4FFf1KUd: ncafig
 oibdea pemkhl qbemac rldhge fgggkf jdfidm akheli mhljjj
18 14 1 G&siVLkNlXis7*_HjDrn J_AMtjLo7j$?QmLD#L9d 6*PhNymEBFUHnJQXdKk& E+25E0N`bMLFyMYwn&P{:
 ongckn pjkbhe qmbdlb rddaga icejdh bgafic aejmem fhlhbj lkigcd
18 15 1 Gl?2=!h1gu$z`}lfX!T#9R awTKBi3PLcP1c%Z9g(C`AO F5FGhu#`N(HJ!s0_CW2q!2
 R?BY=4Gs4~Oi=qbicRc<a{: pjodoe qgbmmf rnjnbj lacken dihefa cbkolc heeldm ofmhgi kmnakb
18 16 1 >??7q`A;dt00Bq~2UG6PxeW HoGx_SC6*{q!dRuk%x`JIZX C<y}pB6+##XNnCI;*wa4OcV
 Sl~2*Pk^M_RJ`><4aerN(nJ: qahicj repgid pbakjg djfhoh occppk ifneef gndaga klebbm mhkmkc
20 2 10 0*uK 2w*G 41Zk 48ji: grb lhb sqb dma nfa iaa ptb eba okb jca
20 3 6 2T5ZI AB#cB 6;QB$ 1RK)W: sjcabc trcabc licbcc opbcbb gnbacb bqabba ahacca fcaaaa embbab
 kdccac
20 4 5 kvDwC%> w8cOmbN 2Bkw-<N 1hjl$M*: khcccc osdbdb qidbdb tnbdbd cbaaaa rfbdbd jddddd pmcaca
 glacac eabbbb
20 5 4 0D&zI0qOM 0_2g3YGiu 0{7w+7?U3 0Ck77LVzv: hna opc efe crb lka gqc jsb dte bad mid
20 6 3 1b5XagW7Zv 3)5+#bpsZ_ 2^<=cL8%-V 2Dg}{aRKGn: shdffd tifbdf lgacca kmdeed brebbe ajbecb
 qdffef eccdbc npbaab foecde
20 7 2 BH|_o@jrI5v; 8K5kORY9IY69 JDKj4utsY~M* G0Y5F1&N44&j: ohagef pddcdd qfgdcd rjdfde sbgcac
 tlabga ecbeab gacdbc kifbga nmeafg
20 8 2 EL>W}TV6#EJUj bTkPK@lDPZjpq 4pU6t(=UaOGgJ sQ+}=GK|VhM8p: qjacbb robafd sahhhh thcfbh emgeac
 lkdgef idefge pbfgcg fgdbda cncdcg
20 9 2 06=;WTL-4&R7-EV 0pZ_$T!r1#JJxY5 0})R=Dr%g<4~$Rp 0|^6kQzx8u8_KcG: sraeae tiaeae pgbibi
 moicic qeeheh abgbgb jfhdhd chfgfg ldcaca nkdfdf
20 10 2 2I8{-5)0aZ6$C|dQU 2Vmz4CAW476rqCnw* 1BgV4z*%DzYx66CQU 1INLPzl2cG-6^1I(E: smh kbi png lgf
 hdd ore cja qac tib efj
20 11 2 IM<`n4}yd3Pt7mr0eJ 6!Rj`axkYettTE_>y- 3SfJ^)G)e&P)^lWoNN 13=_gLJIV{HGCHsGLr: doi kqc bce
 gif ahb tmj png fsd lea jrk + ama bnb coc dpd eqe frf gsg hth iki jlj
20 12 1 9w2R>k-=$NFY`}%ed4G 0TV%yd{^R-Bxitj@yrw Ea#;82PzYt7d&7zs59R h_$4}V&5P!4p-A)cw=k: mbaadd
 nldlcl ohjjbe pkffkg qeehfj rfbdai sicbgh tdgehk gclkla ajkgib
20 13 1 17*PZ9`SIC_YWDFF1acW#Q 1Ehx;d@zj6^STAU0V^W?5d 1M7k)Wzz|JC8=`mkP9E*Qv
 0>6R*7U`?ROVCiSC@X-|p8: nchffj okadmg peiejk qffmli rgdicd slehkl tjlahe imgjda bhcgif damlac
20 14 1 1&3?;g%IfL#;KfkE6r#{zrz 2{RHzxpYbavLGor$B@l9I$8 0JRjJ_=bP1$vQpD+4b&rykr
 3Pn|dK<x~dlK6%t0`;V!dXE: ohhccf pnjeba qkcalg reikke sjedfn tgannm bmdmgd idgghc lfmhii canbaj
20 15 1 FKn2Y&&qCTju4_L&e!_@ddJH 2r7re``o%TDT~&agw0^I;*QP G(|iAX_NGPCWi0<aba?9;%VR
 GR7>-2|}x=M?sP-xPj2NRFLW: pmbdek qecmdh rdiigd sjlnkb tagkaj kcdjoo bgaemm lhohjg fifcnn onjaia
20 16 1 dYye@8|1~RaLX&siaA6ZI5}*T ;hQQ(*BL-`4+6mJBSZy(D=M1u oKEb;BSId`?A7QDmGGyTJe!1P
 cqu|h(sj)m+7xUlC=61hIdqf~: qjggae rnahna sacdff tdoecd hofclp gihnjm fbjbpo pcliij mlbkhk keemmg
20 17 1 149rui0vqec;?EkktwaN;!7W3hQR 0OQD6zu-7j$b_VEh|4wZ@buV@K@b 0(#BAj{%(J)34L+7|lMsdh<$%6&e
 0NKFvEWn_;w3p!_Cfb3l$rKof<6{: rmfccn spdedl tgkibo acjdeq jbafme hncbgh fiiaom eopmfc dqbnqf
 lkhkid
20 18 1 38(>(VqYfyqM+YlAYhgnFxTUY!#5` 14m4yIl<uw6ikSeVLNdIHkqtxhV>K 0r>n(#o3{o1Rp(uploIpOEk;wSDY*
 3$#>qcMuR*M1I4QNE%}q&_%>uLsF#: sfakcf tqoegn eppprk olradh jdlfpb kmjcir bafnbd hriqki inclmm
 cgqdlo
22 2 11 EX@} 1Fet 9{Fn 7t!V: rea jfa tia hvb lcb oqa amb gbb spa nkb dub
22 3 7 05?2EJp 0KS~ppa 0C}A$Lj 02K%ZZ~: vraaca iubabb moacaa qpaaca bkcbcc tlbabb edbabb accbcc
 shbabb jnacaa gfbabb
22 4 5 0A7EghS2 50LtEU@Z 4OWBz0Za 4HLm!;Pe: umb vad eqc tcc grb hna joa pbd flb dia ksd
22 5 4 1KvyI735q d(X?cb*-T U9PjC{%D# 5m{N!5h4r: ujb vmb qle oca ere ntd hic gkc bda fsd apb
22 6 3 0CTykXjFi58U 1KQI(!5u>gMF 0V^rnblh`w`v 0;!~EEL0FI1p: sjaaba thafea udbddb vrdaad gncbfc
 apfccf fkcdec cqebae obbecb leffbf midedd
22 7 3 933EAGQL0WCM* 7NPJq?Od?F*Xj 4XS<3edtiZjvf 2(p4QZ!ozT2A%: vja sle mob brg nid gac dfe ckc
 upf qta ehb
22 8 2 `;bFXICTUNf4Uj GgmAO_$v(J9Nk# TkXP|WwII1#0(e A<kF~B&Uc#^!o_: qkdhcc rncfbb sfgche taedfa
 ucaegd voffhe gjfhec idabgf lhbgaf mehadh pbbbbg
22 9 2 2P{c-fm2<>w^wrx5d 0kMdU%*hKrVJQDEwE 0Y-5hy+4No0czDyAO 0X38xLkNW$&dB1uZ~: sefeff tdbgfb
 umedie vcchic pkifhi hqgigg nlhach aoccac ibehee jfadda grdbbd
22 10 2 4o-*}D)+P;p-mWecZd EzhKO98q#t2Rjr{Z?p 9el&BI7l2wl6no16E^ JBe_0InfgB5DI`DOdJ: ufi vri msc
 hpd doh abj lna ief gkg cje tqb
22 11 2 0edKOVCg-z-CzfcMc-b4 0g?p`hQ+DPF=P+Ba6^N@ 0P{Erk96m!s;6G&Yq_f3 04H0Sf{ozyXvk?w(%mss:
 uvdede gshjhj qcgdgd rackck objgjg tlkiki jdifif khfhfh pfbaba inabab meecec
22 12 1 3pM~xR+G9eVTe(QcDZENO# 0hk^ODdajd#?}}TtzPClNB 2qJbYa{O4?8vdmlKdo$Wu>
 3E>cj_;-jwj_isk9#0N!1p: mbedlg njcebe olicgj pgklaf qhhgib rijael skfikk tfdfch ucbkhd vdljfa
 eagbdi
22 13 1 2UkjQtm<XsrtD)qO4|`2S-b 4uBZ4hGu?;!o)NR49GZ=5*` 6Z(xTpfL_^1Lpp4wJ;@iE&u
 Awge(aW+Yw(r<aFC005FYIy: nildmf ohjiik pkgjam qgkkde rcaebl semcld tddmfj ulibhc vahhgi fmefkg
 bjcgjb
24 2 12 *P`? e{Wg 6BIT `a}l: jna gtb sab wcb qka pva oia xbb hfb lua edb rma
24 3 8 3B<@`cm 1bref2> 2Us{Yj{ 2A;}*UH: upa gfb dtb acc ewb lxa mqa okb nvc rha bsc jic
24 4 6 EFjudcfk R1}be&rk q}!30e^d {3_D}?05: gxa idc mvd bod fkc lua rcc pwb qja tnb hed sab
24 5 4 0OJ~Zm{sB+ 0d*imH->5F 0KG`3!<RSI 2T+Q4R{I&%: ukabba vidbbd wgedae xjbdab tbeeae qaacba
 ehbdcb dpcedc lrdaed oncbdc cmdced fsbacb
24 6 4 ;mJ43Nbu<>%m QKK5+P>MSI9R <FhIaW|jzfaR U4(_1Bkxocy#: qja dff akd cid vwf tba uoc nre xec
 lpb mhb gse
24 7 3 0k*}9%yTGwPL}} 0b2f$5OBZR=LZ= 1w%oN&}~UKWpI! 0sv?$(C)9{+`el: vrbgcd wjffef xtgdae eabbge
 ulcddb ogcgaf fddbbg piacec bmaafd qngedg sceeca hkeabc
24 8 2 lZ@JrmrpVH`&i20 kS2V<`wtNa2yqgB ;kl-wDnw}jz0AAq Vn+uA7Ft(~6LsHi: qnhhda rldbce safghc
 tdgffd uoehgg vgcdbh wcecca xmhbgc kbbche hpagag fedabb jifeef
24 9 2 0c&6|huB|E*p1a1`~d 2EcKhl?6K=xiA$0PTT 24d@d9U$8ly%EIwmn# 15yPVpS8k-MLwMclF0: scdaei tgbdeh
 uhgcdb vfcegb wmchce xohfgh qieifg jphfaa brigbf degghd lkfehg naabic
24 10 2 dv4HIe37VaXXxG~hK|? I#VZB567Ed!xd*FA6Zi `0$E)J<$wy-aMRou#2? KP7YkaA&_e5JE9$9ccC: ufeibf
 vnfefe wqgchb xddife ogdhad psjddc caigjg lkhaed ebgdjj hibfia trcbgh jmajci
24 11 2 3;5m@KjaR?qfOnI|LSD^Dg 1|2QTO~{ZH#sFLb4Fp9DF# 04;;DBqQWU9LyM0HR1Z*w*
 0{M&A(G`l|588}5R*gSb-2: wfi xri acj shh ukf tpb end gmk ibc log dja qve
24 12 2 Xz}8!5Dak&yOE|)4)Z0}PO1 !ogT2lkKe`_-2n=%sxa9SIP 64mfG39Vsa$yJ0_@BA~tA)^
 >bGDcK@6CU&H~(`1OQ1@YL5: fra kol utk jwj pih vxf cei lhe mdb abd gqc nsg
24 13 2 4bajAKqLtgE47&zQ%m>QSYG#L 1ns=z6cP-kAdN>RK>;eIS8xvE 192H8=L}eBKO4PqDIn&qM6)QJ
 1$lzcI}Z_Q<mpskz{De+mLi-0: gbfafa skibib fokdkd cadjdj xiekek vebfbf nwlhlh dhjljl uqhghg rpaiai
 mlgege tjmmmm + amaaaa bnbbbb cocccc dpdddd eqeeee frffff gsgggg hthhhh iuiiii jvjjjj kwkkkk
 lxllll"""
