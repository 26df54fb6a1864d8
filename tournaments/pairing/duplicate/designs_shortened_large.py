"""More designs like those in `designs_shortened`, for 26 to 40 pairs and up to 13 rounds."""

FROM_26 = """\
26 2 13 0gkTu 0-Zu* 0a$Qa 0cZ}N: sja wra pab qva tya fkb ixa bdb uza mlb onb heb cgb
26 3 8 8TymTEd X`<tp*Z GNA3yi2 Fs1!8?E: yvb zsb urc ima wkb ebb oxb nac qjc cga lfa tha pdc
26 4 6 44ZiHU0|3 2$G+GM<mG 0NLUS&fTW 4Pxv7We8y: yfa zwa eub mtc kcd oxd via nsa pjd bhb qrb glc
 adc
26 5 5 0fbmb;)#7e5& 0g~p0TZvJ@J^ 0UCe3Hf%`@!2 0LLbPFi4Nj=l: zae mwd sfa lbb npa xvd uce eta qke
 rdb ioc hgd yjc
26 6 4 4G1Da96EoKcv= 6oHFd{7*I<EJ* EjV$3kOsS(<zW 6q@oyc&4U=i}?: yob zwb rqa hia txf uce dbc lnf
 apd eje fmd gvc skb
26 7 3 0JXV8#hVeZQ+?#z 1)}WFBFA-61{J9z 1w9Rwq28fKOwi2? 1VRkTY=>maKL~QH: vjcgdc wafbcd xreefd
 ymeaea zqbfde tuddfc hbffab seaeaf dndcbf fgabge oicceg pcbagg klgdba
26 8 3 7O8p0A2jYL+fS9#NB v&u+$G1mze@nee!lm zc2b0e=J{CNznf8{Q `>8nu)Bg|LV3%heOa: yradad zscfeh
 qggage onfhbb bkhfed cxddhf apfghb meabce jlebaa hwbhdg vicebg udgcfh tfeagc
26 9 2 0CEi8WSXqI4YH{!crao 5joJ<Mvj^R1dLdHYb6N 2p~|O@6kY#Xd_i<6Q^D 7;KV-%dRjslntrZ2+{=: snbaii
 tgegeb udhcdc vcedia wpchee xqfegd yeaihe zldfcf rbbich hfgbai joihbg madcff kiffhb
26 10 2 0p8{76D>aKFrFKl9u}16Qv 0}{rcpn{}LzC9l5ZhKq)TL 18KewgSf04-Y%;wx~a~8Yy
 14_{nZg0{$DS7*grFlWFga: ushdfb veeede wcjafj xofdei yrbjih zdcjbj nqihjf figccd ajccbb plbbac
 hkdicg btgghe mgafga
26 11 2 JYKssLI_*r@=UwuIXl6k%We D3cbBVP3Mt??~wwxp@q-wW0 1Yb^#G9ND%W?it4bot*v{D}
 dsoD*2NjQ8Bn6RttIZAqD|P: wjbjfb xgekeh ydcbid zcejgg rsaaaj mtkedi pnddck uojagc lhhgkf bfghha
 avhiai kifcje qeifbg
26 12 2 2vS|G%LOXF61?yKPC5%v)bid# 4k|7sIiK7T>Lw2{uwA@jC(eLv 0ae;8<Rp_$oyrhxaC@-~1<s|-
 4IpM_@;C$r#Xm@assK7}A}FrB: yig zfg qve mgc lek uhh swl jkb dpa bxd taf ncj ori
26 13 2 0l2ay^Q8SM>jkK~{7`8-yW<xGmca 08jwO0*INA6xVt<+XCm<r3Z^9WvB 0p3X>(=CAdGm*lkI{A(<WZFMj=eY
 07!E6a%%pT67GFahahQ5M-wqFA_D: gqg dkf tud anh sek mrc hli jia vbm pye fcb owj xzl
28 2 14 2^NZT 1at^W 1=duS 0bGh1: bka sza ila Apb wta Beb axa rfb yva gdb cqb jua nob hmb
28 3 9 16~lC2$l 0=zElJbn 0Cg!JU@! 0@ui#1$+: Bzcacc uoaaca tabbab xvacca sgccbc ldabba mrcccc
 yjcaac qwacca fcbbbb iAcabc hecbbc kpbccb bnbbcb
28 4 7 BIr5()^d* )|VSc6AM) U45)5_pe$ e1Q!Y0>!`: onb djd fpa eBb iyb glc kmc hvb sad utd rxa wza
 bcd qAc
28 5 5 3StXni_I`6P5 Et_JfT7}@MY5 0jPl(@}xZk;{ Co+re@3k@%NB: zgc Ala Bcc ajb reb vqe tfe imd usa
 wkd pyb nha boe dxc
28 6 4 3`V$zvKg(I^cac 4d7mO7Q)9sC63_ 0hpBs7;+YY)byV 4xAge;n$2N)O&y: ywbeef zuedfa Ajbace Blebbd
 npaeee bhdbfd qecaac sxacbc koecbb gmbfaa tffafa cadfdf vdcbcd rifddb
28 7 4 0{GS&w17u}Cvnk>j{ 0ORr>HUtkPSd8L5*8 0T{H>sYH%!c`VML2> 0g>JkfDE)Twgy-ffB: zigbgb Apcgcg
 ltfcfc gBeeee xubfbf jygdgd mebbbb awcaca ocdddd fbeaea knffff rhaeae dsdgdg qvacac
28 8 3 N+S1h@41_!s8r^a(?< <jgw{)CJb4Nn#+FVzU cqtBiCnS($Bu`gzw)6 sg<2cApYQk*?|BEIzs: yjbehb zaehbf
 Avbhcd Bxcacb mbhggf uocdfe nfgfae eihgac ghgcfa pcedec wkabgh stdabg lqfeeh drabdg
28 9 3 A{vp<Cd2Iqz%}-<w1C<` KAO;pJLkC+jsYWDr#_i1 6!n)jd1rn>Oj+zu*_$7q 14_$46Nh*s?EKSmC>fK=: Bbcaac
 yvghdc cehgfi izdggh mqhehf fxebbi jrcifa ulifeg htfich npfchd daadaf Awgbcg sobaeb kgidie
28 10 2 4iC;F06WTIxpNmCnZtR~Wz7 3YqX<Z9`Ihl;wZjyY?)Nb_f 2ya+0yPKBJ|IQJeD~ndp-rW
 0LqhGEN!CEkemrw-?LFgj%@: uqhffb viebcf waigae xgfaij yhjcad zbgjga Adddei Bngeha csfdjc ftjhbh
 jlaihh kmeefd pebbdf rocheg
28 11 2 0iG%O!rJUh1k6O>85(-oM(zZg 04%0}eTD8%HK`C_+AVmv<mGUO 0Qewo@`S%wWWmgGzh$kA?p5ie
 196|$Pf5vNAX7ptjrel>ai*gI: wrkaii xqghjf yldkhg zkcgge Ambbag Bjecke ideihb naijdb vhhcch gcadej
 uofedk tsgffa ebddbd fpjikc
28 12 2 OOp%jw7f0tPn3m=KV1eD<?t@rF8 j9>gh{KnEl68R@hhf=OYBMse%vH CAnfArcO7FBN<fXs~{rLE7>l)SO
 u$Pn~=mPdWgt&YdWOvliYjEjaMg: ymhdgj zdlgje Akhckb Balldk jikefc ftifda wrdjai psjaeh coghhk vufkii
 bxblcf qleabl gnaifd hecblg
28 13 2 A~|zV{Jlze__f)tgj|VPb`+-7J-(0 6g($l`w7St!9_Ld5#9lD`7%fwvo(+ 0ueQ6RQoKuL651aiGk%;#&Yh3cO3x
 F^wKz@r%#^L4gK8-oOcP6lI(lSWXZ: Avg Bag hdh ytb zpe lud nmk kcm xrl wji osf gqj fea bic
30 2 15 Ffa<$ 5q^@M 6GKGH 7s!wr: edb mjb tab lwa Bya uDa isb hpb kva fob cgb Axa rCa qza bnb
30 3 10 6yNY1`B( 3x&g(cqj 01>N<iJ< 0{}pyaxn: oybbbb aqabab Aecccc gpabab tvcaca ljbcbc hwcaca
 xucaca kBbcbc mnbbbb sDcaca dcacac bzaaaa Crabab ifbcbc
30 4 7 2}oWL$M&+8 2DmsxVo-=I 4Xz{@-Ds6+ 1%VekVw%ud: Cladad Dqcbcb jgbaba rmadad kebdbd ayabab
 vubdbd ondcdc fzdbdb tsdcdc pdcbcb Bicccc bxcaca Ahdada cwacac
30 5 6 0LtJvA~|jju<8 1Vuh{Af$9|p`8 0dBO-kVW!1L_Y 1(jK?C2Q2F9A5: kfd yAb nme xqd gwb Dud jla dta
 asb rzc Coe ecc hpe vic Bba
30 6 5 0^5xK#WQy5oAN^6 0vUE0@rRV5S)_$E 0@1vG13GK_r65mX 0M|hY%D8}a#UZZ-: ksbadb gleebe tqecce
 cadfcd Cxdeed zBfcff evcffc iddfcd umcaac jAfebf bwabea praaaa ohbbeb fybddb Dnfdaf
30 7 4 0bxe?B4Z_$W~BNfAWi 0gC}??I=X*6d8GTRB- 0TtBwfqKYF@mdE)!{P 09{8b#Lb9<EL{L({R{: Cpbgbg Dlbgbg
 mhgfgf dkbaba boecec tidcdc awgaga fAabab urcgcg xzfefe eqeded njcfcf vyabab sBfdfd cgdede
30 8 3 hv_#6rfxRc)=L`Pcs|_ ej>tBEF)BmimXE)tLqy =WR_qn0s>(wF}XBusv} DhLiCKCFCWSa5d?h@77: ycdfdc
 zgbefc Axeaae Bleedg Crbghf Dwhbgf ksfbbd vhddha jmghfb udaabg oqccea tecdgb ifhfch abaceh npfhcd
30 9 3 1g#-^bZw=Q)p4*IbZ9J2ga JLn0-%}76;@dtl$R6w8z*Z d)g7-3(iIOIf`93fN^fl{Q
 G`iif?y6u4b1V-4BB2y=xc: Budfbc Cwbiba Dlafec rmfiha ajebdf Aqggeb ybihid nghgfg pccecb ifcdag
 sdicah kzbhii evdagh otgafe xhabde
30 10 2 8nHug4;6oG>i9;FGAV&mobeL 5=pf!c~_wP3m?^HhOA;5mQ{E 4?4DC-{e(t%!dM2g3E4cU#bB
 F6WH~3$h|qqQA!BlQmcvJ4~P: updbjh vdgdhc wraaci xneaej ylgfig zahiga Aejjcj Bqfegg Cihbfc Dobfdb
 smihab cgcibd kbccde hjbgaf tfdjfh
30 11 2 0H6f4IeApX<%NW|Rg=hX0XHcmmj 6_B7D3Kh_Zbr6%3q_mC+!!00iM* 2%2>j0<y$gr$?lsU~Knd^}*y!bN
 8xGS0Fgpsd6@@q#$E-@@UU9k_AO: wpdkcd xgcfcd yfhaeh zobbkk Acijfj Bvggab Cnkcbf Djdhhj ubeddh esijjc
 hihiia rajdgk kdahhe qmfejg tlcbdi
30 12 2 02|m&^a#4p)WU~CJT*r`5bM<%U?cP 0?SorEKDTWIH{ZxAZwKISwLaOMLm) 1p35!CA;h!3ztGojl6%4Kp65(WFMU
 3eoW;6=kRl4~=j(Qk}^nBXFe6$!1*: yeelke zhbdid Aafcdf Bmaehd Cgifcb Dbclgk sihjgc lcjila pwcfla
 jngael tukbah oqlcbi vrdghk kfbkjj dxhhfg
30 13 2 1bKcsW&zG07c*6ZAnRKC!%ZehGV7_siU 29rk4-~~)+umg}w*3~Bzwj;cTY>sHRHv
 2l9fYT({>0aVGC)o6MrT(-Nc&FM;nQH2 1&cJq>hKDw(^MXdK><1p!5PZl&A!QOG5: Afcjhl Bmfbmg Cjbeie Dxemka
 ededka orhcgm nsaabb hbkkcf ckjhac qgimci ypmije ltcfdk izdgfj walbed uvgllh
32 2 16 -W@k@ JFzrK hW>og *l+1|: Bpa Aka oCa zjb eta hyb wfa Fmb aqb xca Erb gib lDa dsa vbb nub
32 3 10 @wbumD0K KmaTO2bl Yqo-wBxe oHU(T99a: Edcccc Flcccc uhbaba fmacac wgcaca tacbcb sCacac
 jebcbc qAbbbb kcacac rpbbbb Dyabab xvcaca bobaba Biaaaa zncbcb
32 4 8 {-e{1b+!5J <l@LS9aQ=y o`SWEl^kGp (KhTbgq((~: cCc tjd inb dqb xba sha FAc ura DBc ayb opa
 efd vld gEc mzd wkb
32 5 6 nX2~`k(N0MyYB mndD-EJfBWHY@ M(p2phM)=RrKk Y-nVGK=`=<Yp4: Edb FDb tva qgd oeb hcd xpa bub
 zje ane yAc kle Bra msc Cfd iwc
32 6 5 a#Z=Pc;QJz-!7=6 )e$dDDsYQ=FBKor 6<*}4{E|rObwO%1 G`z^65P&=s@5P+a: Epbeed Fldeef mcafab
 znebff qgfadd uBdbce etaeef akbbfc ojeffe bAbdcb wycfdd iCcaae vxfdba shdcba fredbc dDacab
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
32 11 2 QY1<0?_=KDv%1vZPNz4DO*S~%IdK C{I<~y_X;%-Fn&VU}w4WG>F)&JXr e=Mj+<APA;lewbsT;J`?(_jH}HWd
 2|o<uq1@cj(0yPa9c~pKrH1Vl=-2: wbfcic xuehgh yegiid zncfcd Avjjbj Btkfef Ccdifg Dldeba Egaahi
 Foiejj fkibkk dsadab rhhgjk qpbkdh makdgi ijeghe
32 12 2 3Ysb?s4Fkcp|ph-Fd9K9cHk_tRH<p9 X$G)K-!p_rJ_{FHS|b8Bd1lNxSug_x
 1#<Z7ft+0+Km6y7#1jb1iWkMOwV+@P ;$0jv7BxjSL<}$(StwE?uWI^T5=vl4: ylkade zccbak Asjhfc Bbfdgl Coajgg
 Duifld Ephlji Fvdiea ikbeeh jahjla eqgcbf dreikf fwlaij xtelhb nmigck ghdkhb
32 13 2 m+XL*lf4J+6i*8XAe#lwr(`P`=@Lt*%c} #Tjhb$&Wh6jmYFwJII#8!;PPcVNY>Txt{
 )i)!}<T;^55$M>LRH={PKx~%c)Co9{u@? ZbW<rQ(eE`e1-zi=TKFVt{F2~7tO<#Cz}: Axdaah Bhakmk Cdhhll Dsffhj
 Ecebbi Fpfmia arifcf elblel zqlidm bgackd iyjgfg jthedf ofkhge ummjca kwgdib nvcmjc
34 2 17 0)E|}JO 1GHd1Sp 0R&Hz`~ 0~<Q-lK: Btb mua Aab ewa bpb lia kfa zja cEb sFb nCa Dva qya oGb
 xra dhb Hgb
34 3 11 1C3Y@u<!x 0$+$tC6C? 2KMsbMMNb 1tUtpxenw: Hdbcbb jncccb Bhccba Acbccb FDcaba rzcaac vxcabc
 kCcbba pobccb tuabcb qaabba iGbcac blcaac Esabcb gmaccb eyabba wfcabc
34 4 8 15pN#bUGLuZ~ 4gQ1;0TT0#p# 0>|a<72fcT$p 3mgS4wE9cQZ2: Gid Hdd xDb rfc BEd yvb tjd wgb hqd
 sla Fkc zca bpa mCc uab nAa oec
34 5 6 8qS{D>usBki6Bb 8Q>t$pdlZJ4!Tw 5PDH5>)j*DY)=R 2|im}zR5`9M7<O: Eheede Fodcbe Gvadba HBcbda
 ysaacc Ateeab rzbacc ajadea gfebee kqccde dcbdab ixdbad npdedb wmacbd eDbbea Cucebc blcacd
34 6 5 EdvG~*#NxsEo@Qc!v D7f5^S=f(XgmOpmH2 A%l29KI@Gl|9TmpIR FC1B>EWC+xAN+~J_5: Enafda Frbeab
 Gmdced Hkcbbc efcdcc zjfcbf qpeede oyaffa lhcfbc tafbcf cCdecd Adfaef gvacfa isbddb Bueaae Dbbbab
 xweaee
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
34 11 3 0(5yML@tN|DGx7uT<gCmMh#G|?)rvO 0eqYIrT^ma|47T2BNYQjcynoLOTfq!
 0qpnX^YM-m|Bml-6As#h%qufmthq}Y 1u8K+EDvB1s&QRC3dHVc0Hlyuoy}ps: Hfagag ykgbgb Clgaga Fteheh xecccc
 wDdddd isbebe rafkfk cnkfkf pdfjfj zbajaj qhiaia Evkiki Bmdcdc Agjgjg jGjdjd uohfhf
34 12 2 0RQ-Lv)$oZ9H9(Tq-X|7;Ez=H%aU{8KjH 2db)b22okrL<(NKL&d1X8n5H^FkMIwv=0
 1bjAGrO4_3vhAdP=*|Unb!|vRz71`uNS^ 4d_~>k$C>xHtaBbGDM7pjmhrMlYTmI4Tb: ytjfih zpldll Axeagk Bogjcg
 Csdffd Dudakd Ekbhfj Fbfeaf Gjlbde Hcbkgc wvidha mhaieb glhlci adkkbi iricil qekgjc fncehg
34 13 2 5UXm?Ju|gEi2&a;H-Iow4$2&Y(N?n9%#N-I 8)UKhff46~Fgs3Nr+m!Xr6=Pi@n(5(2yP!)
 1CH{ghb;oLt>?864@%k~Yu_s2_Yca~;)5+8 4&tz(h`s2Rq=+qZk7>$dhC-!KxuO`4h^yHi: Ardcha Bnhalf Cxfjgi
 Dyjhce Ewkakl Fbechb Gdmbbf Hujiak jmlgdi osbiaj iagdig cldlmd vqaffc peikjm fzceem ktkmgh hgbljk
36 2 18 2?s1<iU 4xMLFFa 4GnYbCI 47U^ILI: hCa jGa pga lDa Eyb ezb dka Jbb Ava tfb xFb qab Inb ica
 swb oua HBa rmb
36 3 12 I=E+7tCFV CTKN_--h} 34>#y#tm} KQYAmS_m@: seb zia ADc olc wca uHb rqb bfa JIb hva Enc mkc
 dBc aga Cjc ypb xGa tFb
36 4 9 ?C92I_>Ayen* k_wT;_i|)fJp )2G^9-b-DRb^ +DU^j^?x#8c>: Dja oca tpd Enc ufb kba dzd gsd FCb
 hib lmd wqc rva eId Hab GJc yxb BAc
36 5 7 0vd}EDj0(yYsGde 1GW}pGM*?xWJx9B 1AFE<4Dh)I1**iG 0j1<NA0z}y30adS: Jhacac aEdede dtadad
 wbbdbd sAbbbb orbebe qFbcbc zgdede Bveded Imaeae Gjeaea nCcbcb kDabab ifecec lpcaca ecdada Hucaca
 xyecec
36 6 6 2+E$fkw|Vw%)_|aej5 2>}(fbWZR0s6gb@-xU 4R5;!w-lI+sA9=64<` 2{%OpB&>nVOao55mHh: wiacac lFcccc
 mudede rsafaf Bdfbfb Hcdddd bnaaaa toeeee hzbdbd fkfcfc vAbdbd gDcfcf epbaba xaeaea GCfbfb Ejcece
 yqefef JIdbdb
36 7 5 CKvyId#36<7N<;TuGG?k 3iOJxay@PlX$j~dxM9w+ 4**ZyvVaQVO0HBuOB3xY Fd}FcDfuQRxGqp-5QCj;: Jmcgcg
 vsebeb Iigdgd zFabab GCcdcd xBaeae uqfcfc tcgaga lefefe rEbebe Hggfgf ykdgdg hncfcf oAefef abdcdc
 djbgbg wpdada Dfecec
36 8 4 wZZLOu&MJ)nHWPzm6H^rzp( It0K0QOwgsK(wXE<1JYe8<h IVL*uFRTqAwf}=18(2;KH^B
 MxkT73?A7CA!C5KGFm)IvSI: Gehaah Hufahf Ilebhe Jqghag gradga xheffe nidbad bDfcef oAabda dyccec
 Bkghbg Cmbegb ajbdcb zccebc sEfhdf pwggfg vthghh Ffdfcd
36 9 2 0R8awKeg$6WtC;~>~j%4(6Jtt-v 0p7X{p$=Ix+iY!yb>JFN5u*&ep8 0hdIV@GXRifzQHLN+}yRmixS63I
 0r{p)?^DO{1wg{2aexIC#>-4*YX: skdich tcafee uqdghi vhbffg wnfhgg xeggbb ymhead zbhhci Agbbgc Bdcdie
 Cfgbia Dlccaf Eoiabb Frfedd Gaaiea Hpedff Iieahc Jjicdh
36 10 3 55frPlIkE6y~f|3meo5_KdBMavdF~ 0WmFs#`;HBL`vm7R>5y}hun}5G}M* 27v^&;(p(Y?Zr|PCealJ{u){_vC6m
 3U?Tdn7BhO)W#TC>>C@_cL^`@A7RY: EAghee Frajcg Gkhfhf Hqbegd Infcfh Jdddid hvgbbe tBjadb pabidi
 uCechj mfdgba cshfji Deagcg gzidgh wljbec xycjij obiaaa jiceac
36 11 3 D0sn#J>ju^)=w%AuO!nKw8UWc`uVGuEd F*b&#hWD$Vsw0G<prV@_u^yzihdUrkX#
 1tmAGSHWmx%qdq|fyBEO0N!1nh1L1+{Q B9RGpOYv$`#$$M`k_SB^Wpa%-g9%So`T: Hpfafa Iygdgd JAfjfj jcbhbh
 mEkgkg bDchch nxidid lBecec vthihi agekek kGhghg uCabab eFjbjb ohdjdj sikaka dwdede frafaf zqbcbc
36 12 2 a9vZ&XVh%*eM7O>5G!Mdyl;b%)QM2QjZLx dD{Yga!VGnW&9{^F@w;vLn3fi)*fdVp%7&
 u+H!9Lws9Z#^SwITj8+nBY8|hI-mrBD80b {VFwR=!0$--wDVkEL+|Jq&yI6+-H42%RtQ: ytclhc zmfibg Adlbke Bijkfh
 Cqhfcj Dobcgd Epjgfd Fxaghk Gcgcag Hbijaj Ilbaef Jsdibc ukefla gedjib vnlhgl frfeli hakeda jwcdjh
36 13 2 0_dtA<plLsJya{~{H^IK$?i0D^^f{UY$ngU;V= 1CV{xUS!v?wK8E0eh}e>_EOV`sHQBw9Ncit4c-
 04o_C02l?j_ewELE+NG;dFOBlW5v3v!km8DW2p 0r1&o2!fV@M9$P}TLZX_eI!-+L`-`9QW~Y|-KG: Ajgfgl Blemgk
 Cdlbbb Dyfhjf Emkdmj Fcbihi Gbkjab Hghlkh Iqjgid Jsifmk inckce hpmedm vrdceg fuimla awaace xegdfl
 okbaaa tzehjc
38 2 19 Bcuwfd; Cgmyu0s 3!B{D#s 2nC)$qy: DJb ixb pdb Ctb Hga uba Elb oFb jcb Irb Gna kwb yAa BKa
 Lma vha zea faa sqb
38 3 12 0B~SW#VW}d 0Q^pQ@n}Y& 0lYM~Akme_ 0MiF+M=!Nl: Kra Loa njb myc wBa zfc stb bcc dGb pEa gJb
 vqa ulb Fic ICc kDb Hxa hea Aac
38 4 9 3kViv1Gc3{8~^ 36@xZo@UmDq^S 2CDHYYoobhtTq 4K@n+pCm;tbZ7: KDbcbc Lhbcbc blbcbc rGbbbb cBacac
 uxdbdb siaaaa gkbdbd qCdddd teaaaa zydbdb fncdcd Avcaca Jjcdcd pmcaca Iocbcb dFabab aHdddd wEacac
38 5 7 338GQiml~jQt$iG BX0;+Kqox3j7eKj QK=9l^p9!i+rlL& C)pzKqQk%`=a8!d: Jsdbcd Kgeeee LHadaa
 Baacea FGbdbb fwcccc Ctaaba lecaac puccbc crbbcb yEdddd Azbebb nxbeab Djdadd hidcdd kmeade Idadaa
 bvceec qoebee
38 6 6 0-P&_<C;N(@y7o_Gm8K 029JX0UPS870XV_g-0L 0?L|wwq%nwXVXl+wV-? 11QqeC>6Zn!`}_5r;fk: Kma Lia
 qHf asf dwf zDc Ava yIc Epb FGb hBd xcd Jrc tkb lbe gna uoe eje fCd
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
38 11 3 0BqaILr9I^Klph*k3`KiYAhJx{$9UU{`wm 0ZRaQ=R-4RYbj%#7lKBG#$@79Cm7-@0CuS
 0pF}E&m;IExcI8|H>fw#fsRmi7r}#B7$8v 0X_+}Hc$-Z2DETbHw={nz{c4J3nC(*Bw*<: Hjdeki IDjdic JBeikd Kojdci
 Lbaejk mdgcgj sufgha yikkce Crhkdg cpdgic nxfhff qecbab Egcheh hfabhj zvbfba lFejbk wAhfgh taiaed
 kGkije
38 12 3 2aAi0pQI?V9i_Z7gX*E2Jjl@A$J3PJ1Zq~zz5 403S^E*1)k*hu)18sC$WdaokTXo@b&eUB{1JO
 2q^+=eB?|L{1c=K{t371z^G}xxL&axw(hmHO8 1R8T&5iDRqc^Qh;E`~SSJTO|r-oew`3hAn?U;: Kyefef Ltcdcd apljlj
 uhhhhh iGgege qFcfcf xlebeb esakak cmdddd bgilil Hdjgjg jDbibi Jnklkl Iodjdj CAfgfg vrjcjc kzhchc
 fEiaia wBakak
38 13 2 Pjy;N6A;^LY2}iy<e*1rA;GNtVfR}(;)f00*Bw~ BMREf+<66tqwFA$H2nJ;l=$yAFFi#yw1_H<d(g`
 K{N{~?I3FBaL^sbPJ;mdB=u+6QFj~!&Q8S*$yzZ VJb+50d4ZGH!p{rGMEpRP<l^uKYoISc>|CM8-{5: Ahmbcb Bucgkj
 Cwjcdf Ddkfel Esgkce Fihiib Gqaama Hkllbc Iyfmad Jebmhg Kzdhfm Lrhcjk bgkelk tjeihh lnjdai xodbje
 pmbjga vaaegm fcilbf
40 2 20 (A}_jg8 uo-0zHv DJu7YO8 SqN=<8~: rfa sEa Bgb uFa oDb Mla Hhb pKb jma xbb Jna kIa via wcb
 ydb Aab qta eNa CLb Gzb
40 3 13 3?(@}FbO;~ 1dvF=)(v&u 4j`_7#1#=W 3Lp-D>;%xX: Nwbbbb jobabb xkaaba Cfbaab MHbbcb nAbbcb
 zccccc vGccbc EBbbab bqaaca mJbcab sDbcab uIbabb Kabbcb tLbbcb dhaaca gpaaca lecabc yiaaca Fraaca
40 4 10 ZvC~CNz!~NIL` zW(G=#Izm{Z2A R@Heyo|Ak-n$Z j-@CzOqsd>cuf: yedbdb uqacac wMdcdc kJbcbc
 Amcccc Ldadad vfdada sbadad Gobbbb lNdada aDabab Ercaca BHbbbb FIbaba chabab gncccc zxcaca jpdddd
 tKcdcd iCbdbd
40 5 8 0-p^J*1%-!H^^uzTL 2xQ5EL3l~zIdgco5& 36Uo5FDyMl<GS5w&H 1GH=rc4gAHYUU2+fd: jDb xpa kde Ntc
 AEc Cwb fve Bib sac zJa oma gub lId Fee Knd bca hHd LGd yre Mqc
40 6 6 4<}F{&t(G0^&r_zDD(d ^zm82HL+Dh=vApkc4tx -&S1abJaJOxiZIX?E^{ L8wZyVBE-J_mE`VaOBe: KGcbbe
 LFafec Mxbefc Nudcae madfdc Adfaed kEeaad tsfdca niaccf yccdba Dfabfe qoecaf Hjeeeb evdecb zrabfe
 gbffdc Clcdda pIbacd Jwbcbf hBdeab
40 7 5 4`x`JHMY_Ne~wdG(VW{|59$ 0s#n$U@Tz<@}Tgf#3{IrU`7 4>ygCytv#j9CB;A*{ekpjQ{
 2C*lU9!M&~EApd14I7@~)Mx: Jnffgc KDcgaa LAacfg Mgbbag Ncbgce euadac sabdgg lpecgf frffcb bwgcdf
 mdabbe hofaea yGcgeb Fvdafd jkgeba Bxdefb iqcfcd ztedbe ICdadc EHebdd
40 8 5 etAT9KS1pvL^Jxm*ZgPM8^V33 KB*6#A~Pvhz_yemDmf2mgAGQ4 MX8At+VI{gcy>7&R8bhQRF8I0
 k)JrbLo^Fc<um*FGd6E?Q3w-{: lfdgdg osfefe bHbaba JEegeg hwgbgb Kqhfhf cNghgh tMecec mdgbgb unaeae
 Gjcfcf BIhaha Cpdhdh grhchc Lebhbh xFbdbd iyfcfc vAcdcd zacaca Dkadad
40 9 4 2U%oBK(49@MHO`zX19N8J8{A+>0?6 3^!qSs}@0m<sE#pCG?mgDK-^`PTpn 2xEzS<)A5c^>bE<ys(mZ6^BfrGLRY
 3KN8K;xs%2QFmUU=6VPa3y_sM1fwA: Kdgdig Lmedbe Mwbhad Nqadec AEieac fgheic aJfbhi Fiichb GHgaga
 ckbiga xCdhfg Dubcee brhfcb ehcaei Isfgdf ozciff ypafbd tBdfhb vjebch lnagdh
40 10 4 J((NR4x>b+;W#-@L4Mqebex{WBX;X^vH (MVx_=J6=0skSkA0!Nqb1#5w4)q=PZSp
 ^^=K1VIlE3IDyrO{tBeoS1p&v(GE^K%K 6iA;l!vVsNG!Kb{QCu_mC14+dGa!~I`T: qKh oie Gti JLj kMf hyb jxg weh
 mdi bpd uab fgf lDd Eca HIc AFg Nsc zCe Bvj nra
40 11 3 3W&UWnP@;G&R7{S&he<K90UaTH?KrYpq$K6 1fiG&u@i#><(kgb0(LP<xjGj(>|wrr&}MBI
 0GPdB!bRmthQ;6v`m;><t2HKU3Mb*1x44*4 2H=Wzz@P&q>zjYUFb)e1mzz|YC1R^|a2h!*: Hmdfja Idafgk Jhfiaj
 KCjehi Lrbikh Mxghic Niaakg BFcgde kugjid yEdcfg peecfk jakegb Dvjacd cohjjb lgbdaa bsfbbj fnhkef
 tAehee Gqibdc wzkkci
40 12 3 8U|^n?uBA{?NmUy+C~x?g*Y*AR&!T37%j5ZF7E Ey{ha@xeM>+YwyDBIscs`8?(~&TLGHag7RUPw)
 =#73pl1Bx;HuWT3*fd8US<x5Kg*mA(M7vv!Ec5 J~d%OK;~0O8}T(0OR(|e5M3De%=aQkargZ-E|&: KHcekc LBhdkh
 Mcfajf Npabda nobhjb Jmgabg vekbak dkcjic ADfeff jFelbe fukkgk xtdced qsldil yzlgfl lijllj Egicdi
 wrigei aCahca bGjfhj Iheige
40 13 3 1wZ<WmEa5ALO0Zwz#hGu=1tQby(%SpWoHY1&Kd5$<^ 3k6)K<VcTrmA8fgb_8W>{?IofZ*`U`R$xO$B#iEr)B
 0KLAEC)nR@PvU(MeG-hPFawPzowPD&HlJ#{skkjKng 04xZB6bxO!c9n}NdhKv$*~qa$X$qw23TaEo@Vn*W+5: Ngc Eac xnm
 Glj fMg BDh kId jCb JKl Lpl mvd hdk Hre bwa Azf sck que ytj Feb oii"""
