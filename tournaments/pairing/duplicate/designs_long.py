"""Designs for which no directions were searched for: a single round of 12 pairs or more, and 14
rounds or more of over 20 pairs that do not all meet. Nobody plays either.

They are written as those in `designs_shortened`. Directions are chosen when the movement is written
out.
"""

LONG = """\
12 1 12: cba lea ada gja kha ifa
14 1 14: mna ada eca lja hfa bka gia
16 1 10: kga laa mda nba oja pia eha cfa
18 1 17: rka mba iea oda pla faa cha gja nqa
20 1 20: aga ema tka nia coa pda sja rfa qba lha
22 1 22: nia jfa ska pea oua ata vda cba mla gra qha
22 14 1: ojb pac qie rfd sgf tkl uhh vej lda cmg nbi
22 15 1: poj qii rae sho teh ukm vmd gfc clb ndl jbk
22 16 1: qcg rhj sbc tff umb vol lnh ead jip pki dgo
22 17 1: rjb spf tej unc vmh lkn cak hol fig bga qdq
22 18 1: sdd teg ukb vji lro cgm ihp apq nfa bmf qok
22 19 1: tlp ucd vbo aoc eib rsi qfl pds nhm kmk jgr
22 20 1: udh vsd bfq ceb knn qhi gao rjt otm lms pie
24 1 24: bma gua lia fra epa ona jka wxa qsa dca tva aha
24 14 1: oee pdm qhn rcb sif tak ulc vbi wma xjd gfj nkl
24 15 1: pai qbg rmj sef tgm uld vic wje xko fhh ndb con
24 16 1: qhb rgl saa tph udg ved wom xne ifj kmf lbn jcp
24 17 1: raf sga thk uee vfl wbj xqm mdc jcg pki nop ild
24 18 1: sci tlk upj vdl waq xea gfh kqc nje hro omr ibb
24 19 1: tlh uqp vmj wdn xid hsk pjr fag ngs ecc koe brf
24 20 1: ujn vbr wmf xej noo rpe lfi kdb tql cgm aic shg
24 21 1: vme wlf xth quq nit egb kbi odn ahm fcg rsu jpc
24 22 1: wgc xmq rdu oio nlf cvm pqn tbg ukv ejl hap fsr
26 1 26: raa cua oma fja xha qea nta yba kia wla pga vsa zda
26 14 1: omd pdn qlj rkm snc tif ufl vji wab xbk yee zcg hga
26 15 1: pgm qcd rjf sen tfa uig vdc wkk xbj yae zol hmo lnb
26 16 1: qfh rko smp tge uan vib wci xbg ynf zel poj ljk hdd
26 17 1: rgn sqh tni uef vaq wcg xfd ybk zmb pll oda ijc hkm
26 18 1: skg tem ufp vqh wob xrq yjn zno aca ibd glr pmj hdk
26 19 1: tli uma vin wqg xed yck zbl par grb hoh fdq sjf nko
26 20 1: ukt vtc wbf xml yqn zcs fer rnp hsi pag ilq ogb jdd
26 21 1: vin wod xjr ykh zdt gng mlk hqi tac crl bfm spa euq
26 22 1: wfs xhi ypk zom jbj ime rkt tah vqp nlr sgl eub dco
26 23 1: xbn yna zeu wqm dci vic fmh ugv rof alj hjg ptw sks
26 24 1: ytv zbh fvp prk wec mja xgn uqr clw hiq odg akx sns
28 1 28: lea kza paa iga ora hya mua jfa nxa Bta wda vsa Aca bqa
28 14 2: gcj vrd awf jql ism dmn tog hbh xpa fec yni ABb ulk zke
28 15 2: gpn vkc lch jnk syd oxa tui mzb fre iAg dem hBj wbf aqo + awa bxb cyc dzd eAe fBf gog hph
 iqi jrj ksk ltl mum nvn
28 16 1: qom rcl sdp tid ulf vej wag xbb ygh zji Afn Bpc kmo nhe
28 17 1: rde spm tck uej via wal xoq ylp zji Abb Bhn nfd gqc mkf
28 18 1: sef tdb uin vhk war xfm yoq zmj Acg Bpp brh qni glc jkd
28 19 1: tkd uaa vgl wpk xdb ymc zci Abq Bhj lnf rsg ieh jqn ofp
28 20 1: ueg vsi wgj xns yrd zhh Aon Bfo btp klc mjq cpk qar dib
28 21 1: vnb wgu xba yfi zrg Ahn Blm cpr kaf jmj qec udh stk ioe
28 22 1: wtl xgp ybu zed Ach Bie msc khi qvb uan njr frf dlo poj
28 23 1: xtw yag zei Aot Bjr lbd rie ncl vqk ufv hdc gwn kma spp
28 24 1: yjr zdo Abf Bcs lvv sfx pmk agj xet iqp kol trh nuc wha
28 25 1: ztm Alr Bgb dwn yee kno val mog hxt rca qps sfc jui ibp
28 26 1: Avz Bib wxw ksc jtq hqy ubp zek gaj moi nyd cfr lpn dre
30 1 30: via soa aua hpa dqa wBa gfa kza jCa tDa bya era xla cma nAa
30 14 2: Chn Den Agd sjl vti urb zaf fxj wqm kBk yoc mng ilh bde cpa
30 15 2: aum qkj eck sig lCd zDl bte joo wdn mfb nBh ghi pxc yvf rAa
30 16 1: qag rkf sle tdd uck vgh wpn xmp yba zjl Aim Bho Coi Dfc enj
30 17 1: rio spm thf unp vgb wlk xdq yqh zfi Ajn Bcc Coe Dmg bkl aej
30 18 1: sbp tar umj vni wcc xpn yod zhl Afo Beh Cgm Dlf qka jib dre
30 19 1: tpo ugd vrn wls xsf yij zhc Abg Bdq Cja Dnr kmk eam fqi coe
30 20 1: usq vdr wfj xod yhk znt Aqn Bee Cab Dlg ics jmo kpc rgf tbm
30 21 1: vee wgk xnp ytr zfa Alm Bkt Cpc Diu bdg jod uan cqb smi hro
30 22 1: wug xot yla zdc Air Bfb Ccp Dqe jah mnf kek tru bsn hpj vgd
30 23 1: xvp yov zsk Alb Bra Cej Dde jkh fao ngi tqt wml ubf ics hpd
30 24 1: ydh zan Aug Bvm Cwd Dgf ehc trb xjx cst kqe pls ofq nmj ibr
30 25 1: zih Ajn Bvk Cww Dgp ftq oxr puv ksa cre elj myu dhx abs qnb
30 26 1: Alj Bmr Cpi Dzg rbh ksv gjk cwt ays tfp doq inw vuu exm qhc
30 27 1: Bew CAy Dwk lfh mht pcq gsr atn kod dni vyv zxc jum ibs qrz
30 28 1: Cay Dbu sAb kro ghn mqr yoq cft wdp ind ete BlA ujs pvj zxf
32 1 32: BDa iga tla wja vpa EFa eoa nza yra csa Cba mua kaa xfa dha Aqa
32 14 2: Cfi Dtj Ejc FBn icd xdb ehg baf zym url nqn mke pva lsh wgd Aok
32 15 2: EBg Fgg zfm Auk klh Cro wdn Dtc inl xoa msd eqj hvb byf cpe jai
32 16 2: rEa lhc fop kam ptn zio Acg Dyb Cwe qdd jBi unf xeh vgl msj bFk
32 17 2: tAh job fue FBk iDj qsd bng cma wgi vpm xdp Czc klf rel yhn Eaq + asa btb cuc dvd ewe fxf
 gyg hzh iAi jBj kCk lDl mEm nFn oqo prp
32 18 1: scp teb ujm vij wme xlq yfo zkk Ard Bnl Cdr Dhg Eoc Fqa pai gbn
32 19 1: taq ujf vom wga xij ync zmp Acb Bee Csn Dhs Eqh Frk dbi plr kfo
32 20 1: ujs val wgi xop ykj zct Aek Btn Cpc Drh Eqb Fnr ima ldg fhf sbo
32 21 1: vrs wfd xhh ytj zqk Aup Bcb Csf Dpm Eie Fma nag bdi jgt eoq lko
32 22 1: wns xau yke zcr Adg Bhi Cfq Dtp Elb Fgt imh vsf jqn eoo brj pua
32 23 1: xob yru zdc Ahd Bqn Cue Dth Ekw Fbq gek nvl clt mjo pii fwa saj
32 24 1: ypw zbd Axs Brq Cte Dki Emr Fsa lic fgg enb qju dvl hux cwp oak
32 25 1: zyk Ari Bta Cnp Dsw Ech Fjy udc mlm pes kqe giq avr ofx bxv hwt
32 26 1: Adh Bua Cwm Dpr Emp Fff qix ngy jvo khg lbj osb ctd xrl ayv ezq
32 27 1: Bey CAv Dvt Eoi Fqc lpw isu hcq amd xrg uwm bzz fyb gno dts jkp
32 28 1: Crd DkB Eeh Fsr Bzg dhp qjw Auv nmk gxa byu lib tal fvj owy pcc
32 29 1: Dsx Eqc FxA ybl vla zfj wov rdm cge Cez BAr anb kiw pmi uju thn
32 30 1: Exz FBb Dah jcD kCu fps ivt uoi lgm zrk shx Ayp tdd wnj ebn mql
34 1 34: Boa jfa cpa eya Aqa gsa wCa iua GHa vaa DEa mra xna bha Fla tza kda
34 14 2: Cyj Dbc Esb Fkk GBn Hid htl jlf deg gzm vnk mwd fqe pun rah xca oAi
34 15 2: Edk FBe Gwn Hgf cef tkb vxc ihd sll nrh oCm pDa bjg mzo uai Afj qyl
34 16 2: GAp Hkp yfh edb jvn tEk zpc nui lof wam hqa csd rxe Cio gBg Dml bFj
34 17 2: hia nBe owc kpl vgi Dmh aEq sjg Grp xdo cAf lbb ezk Cum Fyn qfd Htj
34 18 1: srr tgc uoa vqe wcn xhk ydm zjl Abj Bkh Cni Dmb Eeq Fpo Gaf Hld fig
34 19 1: tsr upl vhh wjc xia yfp znq Aqf Bre Cao Doi Els Fkm Gcd Hdb emj gbk
34 20 1: uss vbl wjr xcd yip zpa Aao Bon Cht Dmj Eek Fki Ggb Hqm rng tlc dfh
34 21 1: vrt wmr xdd ylo zbs Aem Bjh Cia Dne Egq Ffj Gci Hpb sqp utn akl ohc
34 22 1: wei xnj ygh zpp Aoq Big Cqe Dkr Ehn Fsb Gda Hjc flt tbs amd vuk rcl
34 23 1: xpf yol zkj Aet Bfi Cgs Dbr Edo Fid Glm Hhq cuh avv tqk swb jrn mnu
34 24 1: ywk ztu Aig Bhm Cob Dua Ejt Fqn Gbq Hsl prh ndj xas lgo fce vmv ekr
34 25 1: zia Adw Bng Cyh Dsi Eov Fbo Gjs Hxb gwr kej ltx pqm fuf acq hmn rvt
34 26 1: Azb Bqr Cti Deo Ene Fpj Guz Hcg bxa dom avl ksk ymt irf wgs lfy hjp
34 27 1: Bri Cvw Dtz Ecn Fme Gip Hqf ehg sda jxr gkx wpk nyj zus lbl fot aAd
34 28 1: Cdx Dym Ept Frw Gzq Hay lce vtf fqp gho bjB xsb ioj Awl euh Bmv nkk
34 29 1: Dpf Eij Fvy Gyk Hzn hrB oCz jkq Aas tdt wnh qem smr cxg gle fbo uBw
34 30 1: Ebb Fyo Gra HeB wkl Chq jAv zgw uBh mqx fDn vsu acy ops diD tlr xnC
34 31 1: Ffz Gpc Hwv bgx Bub Dhl Emp cir rvo ndf oai zCe exs qyw tst jlE Akg
34 32 1: GBg HfC aFq odx qvw lna ryv uxb tpn Ehm mzB Djf sbz AcD ked wii gCs
36 1 36: Ima txa Gla fza iba aAa JHa pda ska jBa wFa uqa yva oha eEa gDa Cra cna
36 14 2: Cvc Dmm Epe Frb Gjg HBa Isj Jca ytc Aqm ldf gzk ikl abh hed noi xun wfk
36 15 2: Edi Fxa Gpc Hsl Ite Jqm enh wzn yag fcn kgf lmj rCd Bvb iDm uho bob jAk
36 16 2: Gne Hdl Imh JBi lkj iAb ovd zsn uff txm qFp cCo rbh pDa egi jEg ywc hak
36 17 2: ICq JDq jgh Fun Ghk Akb zng bfo Emj ydp pic wti sBm vll oce Hra aqf exd
36 18 2: sAa nvj uhb Dlc mqo aHk ich xei zde yFl Bgr rIm bEq fpf jGp oCd tkn Jwg
36 19 2: zDh aeb IJa Ece gxl yGj wnm ojc dfn hid kCr lBo FHg rvp msq bqk Atf ups + ata bub cvc dwd
 exe fyf gzg hAh iBi jCj kDk lEl mFm nGn oHo pIp qJq rsr
36 20 1: uft vka wdk xcp yqe zpo Arb Beq Chi Dmh Ess Fjg Gbd Hgm Itc Jir nlj oaf
36 21 1: vtq wja xmg yqb zhs Aat Bij Cnf Dpe Egk Fkp Ged Hbi Iso Jrm fuh cll odr
36 22 1: whe xen ylt zkl Aud Bou Cfv Dik Egs Fqm Gvc Hcb Ibi Jma sdh npg atr jrj
36 23 1: xoj ybe zhr Aff Bmv Cut Dkq Eab Fcw Gtk Hic Iep Jnu rjn vdl wqo pgi sla
36 24 1: yga zdn Akk Bwr Cqb Dlm Ejg Fpw Ghx Hal Ibv Joe uei srq ivo cfh tmd xnc
36 25 1: zgp Aly Buf Cau Dea Ejv Fbr Grs Hpw Ike Jfi voh hmj ndd qio xcg wtl syx
36 26 1: Atc Boj Crf Djk Eya Fxi Geq Hnn Imt Jus psv ize kqu lby fgx dvl chb awp
36 27 1: Blt Cqe Dhc Eop Fsk Gaf Hmg IAi Jyx fdr pwz uzw xiv tkd eva rgy bcs njn
36 28 1: Crh Dps Enl Fmw GcB Hwq Iax Jjk ytp ihv bzm ogg leu duj Bfe svz Aqa xkd
36 29 1: DeC Eqn Flw Gjq Hwx ICy Jkm oae tgt nxa dbv vAc riz pBh hzk msl yus fcr
36 30 1: Eou Fbs Gra Hix Ilz JcC egl vBw khD Dnd ydA Awe qxc CjB fpp utr zmg asv
36 31 1: Ftw Gik Hez Igg JfD CsB bxs pvA Dnl Acr aum olp Bjq zyv Eqy mkC wrf dhn
36 32 1: Gbw Hve ICd JnF mcC Eyl prp dAc tuq Fxy ziu BhE ewA gkm sDg afk olz jqb
36 33 1: HBk Ihy Jsf fDu Erl bCB cxd zGc lmj aov ygD npt kvG duw Fiq wAs eje tqC
36 34 1: IwG JDm efi djk ybw sze tqs mBc giu nrg lFA cph GhD Cxt EoE aAl HvB kuC
38 1 22: wma xea yta zka Ava Boa Cia Dga Eaa Fha Gra Hca Iqa Jda Kua Lja bfa lpa nsa
38 14 2: Ckf Drk Etg Fxh Gwi Hvj IAe Jhj Kla Lbm ezc upf csm Bok amn fyn dnd gql jib
38 15 2: Efe Fjk Gnd Hai Iza Jkg Kvo Lcl olj exl Dqf sbe Chh dif gum rwc yBi tmb pAn
38 16 2: Gmp Hlg Irm JDj Kdl Len nBb ksl wuh zon tja cge bxb FEo qAi fic apf yvk hCd
38 17 2: Ilh Jif Ktg Lge Bzk AHc yjo hGj kEe xcl mDb pqq Cah boa sFp fdn vwd urm nei
38 18 2: Krb Llb awf beo yzc cFr mDl IEa Btg ufj AHh xCn gne qvm kod djp Gii psq hJk
38 19 2: fvs mam AEb uKc djl oCa zef Hwk cGn Bid yLh Fsp Drq xnj bge pqg IJi tlr hko
38 20 1: ual vqr wli xcf yrg zdn Akq Bbd Chb Dsc Eia Foh Gmt Hpp Ifk Jnj Kts Lem gje
38 21 1: vst wep xbi ydr zic Ath Bpg Cad Dnf Erm Fmb Ghe Hok Igo Juu Kkj Lfl ljn cqa
38 22 1: wvg xis ygt zar Aop Bka Chm Dqj Eei Fdd Gjf Hbh Ifn Jrq Kpe Lsu mcv luo ntl
38 23 1: xqu yba zwr Apb Bhv Cnd Dtc Ers Fot Gjh Hui Idg Jck Kgn Lvp seo fif lme akm
38 24 1: yko zdm Aja Bgr Cht Dav Evd Fmw Grk Hbc Iqf Jfx Kwb Lch tpl lig nsu oxn eue
38 25 1: zvd Afi Brx Clb Dgy Eos Fba Gqv Hxl Iwf Jhh Ktr Lde ciw kum nmj jat psc yep
38 26 1: Abl Bas Cpn Dtu Ekk Fqf Gmd Hfz Ilw Jvj Khx Lih gnt sub oxq zje ewa cro ydg
38 27 1: Bhp Ckq Dwv EAw Fvg Gtu Hqh Iye JfA Kgd Lcm ozr prb djz emc nsa uln xix abf
38 28 1: Cem Dsr Eme FBl GuB Hpz InA Jfj Kwd Llg ohi qrh adf zgw tbp jyc Akn vxv cit
38 29 1: Dcu Elz Fij Gmh Hax IqA Jro Kkv Ltr CAf Bnn gfw xpC jvm zbd hsl wdc ouk eyq
38 30 1: Evz Frh Ggm Hdi Iix JCf Klg Lyq nac Ben zhy stt cAo xbe fpD uws jow qmj Dku
38 31 1: FDd Gfx Hok Irs Jpv KBp LxA yqy gcw adn tba hif sle mkc Aju vEz nzB uel Cwg
38 32 1: GFA Hju IDm Job Ktk Lhl Byz kwc aCs nvv gzF rsB fxi Abw ped cip uEo mdr lqn
38 33 1: Hjj Itg Jex Kdm LCd cnb hun akz Dli ros fvk ipl FAa zBf Egy sGq bwr xyo qmA
38 34 1: Iqk JDf Kiq Lbd fCD Fgj eut hky zBc naF lmH yEC Aov jtz cvh pxp Gsl dHw wrn
38 35 1: Jrt Klj Lxx BIf Adc pGw acy nkB zHD Fjo wbE vfH tCu yDk eoI smp ihr Egv uqe
38 36 1: Kwb LFF qDs vrC mfa Glp ozE dxj BAx her Hyz aCA gsJ kpH tjd icl nEv Iut bJn
40 1 40: fEa mya Nja AMa zea Hla oBa Lha dua nsa GFa ixa caa wCa Ika Kpa gJa bva Dqa tra
40 14 2: Cim Doj Ewn Fkd Gnk Hvj Img Jgi Kqf Lee Mab Nfk rdc Aci yjh zBl tbl xhc psf ula
40 15 2: Eai Fpm Ghh Hkn Idk Jfe KCf Lok Mcg Nbl Bvb ujo lmn isf qAj nDe zxl wtd erc yga
40 16 2: Gmm HFp Iij Jfk Kli Ltb Mqd Nxo zDb Bdk jse cbl ovg ECh whd yrn pgf uko aec Ana
40 17 2: IBl Jii Keo Lbf Mvm NGd oDg wud zlk rye cjh fxn shk nAc qab Edq gCa pkf mFj Htp
40 18 2: KAn Lzd MEa Ngq Cnc vub jbp eBe ymg cIa dko Fxq rsh qGl Htj apr iof hfk Jwi lDm
40 19 2: MEj Nkj Ccc lyp aid vgq sjo Fbm Ger rda Kob HLg wJs Ahi DBh pmf znl ftn qIe xuk
40 20 2: skc jcm bvb Cgo rGd utp Jqh Mna yas zHk odq fet wLg ANj mxl KEr Iin lhi DBf pFe
40 21 2: ftd dKo naf kys Ihb Jpm juq Mmi lva Hwn ogj BGp xih Esl Fzr eCk Lqg bDc cNe Aru + aza bAb
 cBc dCd eDe fEf gFg hGh iHi jIj kJk lKl mLm nMn oNo pup qvq rwr sxs tyt
40 22 1: wjm xui yfc zvo Ans Bct Cqp Dbf Eik Fhb Gag Hrn Ika Jmv Ktr Lse Mgu Nod ell pdq
40 23 1: xqw yks zgu Amh Brd Ccv Dbm Eoq Fpi Ghe Hsa Ilf Jut Kec Lwl Mno Nip jfj avn dtg
40 24 1: yav zno Aqq Beg Cfs Dje Eok Flu Gsc Hpf Itr Jra Kvn Lgl Mui Nmd hwb xkj ict bdh
40 25 1: zxc Ayr Bgg Cnm Ddb Ejw Fmo Gal Hlx Ihk Jis Koe Lua Mbj Nst fcy rwn vtd pev qkf
40 26 1: Arx Btt Czd Dqy Ehq Fav Gsh Hjg Iun Jne Kkp Lcs Myu Nfr vlw peo goi dxk wbz mia
40 27 1: Bck Cor Ddw Etn Fuz Gyx Hbo Ize Jsf Kkb Lhs Mjy Npl maj ilp AqA nfd reg gwh vxq
40 28 1: CBi Dmq Eln Fwg Grz Hot Iqo Jda Khd LnB Msk Ncf yip jgy pvv zeu xtm kfe ubc Aal
40 29 1: DlB Erf Fsj GCg HuA Ico Jmm Knp Lts Mir Noy jhC vkz Aqk dea fwx xpi agl zbe Byw
40 30 1: Enb Fqh Goe Hxd Imr JcC Kln Lju MrD Nbo vDq iAB pus dwa akj tCm fgv Bzt hel syy
40 31 1: Fim GCd Hcj IzC Jmh KrD Lpe MfA Nyx vuf Dea kBs gsq jEw qoc dhi Ang bxk wtt alz
40 32 1: Gyg Hjj Ihd Joi Kez Lml Mat Nzp CDf gin vqc dpE rEk btr cBF Ffw ksv lum xnb wAC
40 33 1: HqE Ifu JhD Kca Lty Mwk Nuw FCz Ede vrq xlB eor Bsd GgG zAm pax ykb nit bjA mDi
40 34 1: Ixj Jfe KHs Lhv MvB Naz sGt cAa wjH Byc ieA mFm rzo Edg kld qok CtG Dgl bnE puw
40 35 1: Jhi KCp Lbu Mmr NfD pwF xzl yvg Dew dEI Hom tsj lqt Fjd arB GuG cAe Iio gkf Bny
40 36 1: Kgl Lkq MyH NHE Drk hxw bGC uAv Jvn iBc wte enA czB mfm FEo ldp Csi qoy IjG apd
40 37 1: LaK MuA Nrp nAv Gxz mlC cIJ tDe oEa wen vbl dCg JHj BFF ipI gjd hsG zkE yqi Kfx
40 38 1: Mym NEA mif Kav jeu tCx LuL pxj FvE Gky Jdz cHi DAI grs onH fsh bqt zlc IwG hBo"""
