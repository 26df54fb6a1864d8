"""Designs for fewer rounds than it takes to meet all: up to 20 pairs, and up to 13 rounds of more.

A design begins with the pairs, the rounds and the cycles of pairs; then come the tables of round 1
as letters: North-South, East-West, and a set for each board of a round (a is 1, A is 27). The first
set is for boards that stay together. The four words in base 85 are the tables that exchange their
directions, a bit each from round 1 on: of the even number of pairs with sets together, of one pair
less, and both again for levelled boards.

All were found by simulated annealing, a few seconds each: first the tables, then the directions for
which comparisons are most level.
"""

SHORTENED = """
10 7 1 22^^rfB 0)Q+BNd 0@*aH4* 0)Z&+DF:
hgdddd idfgfg jabbbb bfeaea eccccc

12 1 12 Bm Fa H2 JO:
cbaaaa leaaaa adaaaa gjaaaa khaaaa ifaaaa

12 2 6 30V 0r3 3Cs 15p:
acbbbb ibbbbb leaaaa hfaaaa djbbbb kgaaaa

12 3 4 0g5& 0~s{ 0!Ka 0TL7:
akbbbb jlbbbb igcccc edaaaa bfaaaa chcccc

12 4 2 G)4d 7+q8 V;bE )-~Y:
iaacac jgdbdb kbcbcb ldbcbc cfbdbd ehcaca

12 5 2 IsJKv C`8Cq Je>7< 2_c#Y:
khaaaa ldaaaa cjbdbd feecec iadede gbcbcb

12 6 2 0ReFWX8 2-3n3R{ 0a#;X82 3C&5A5d:
aebbbb jdcccc kieeee claaaa gbdddd fhffff

12 7 2 0{Iw%L$3 0JzG6fyV 0PPN@Y#{ 10)P*%7y:
hdaaaa jcbbbb gicccc bfdddd ekffff algggg + ajaaaa bkbbbb clcccc dgdddd eheeee fiffff

12 8 1 zz^-Q^x6 TT$|ya1j E}p*s4>< pC~nkST_:
iabgge jgaadf kfcfbg leddeh dcghfa bhhcab

12 9 1 Hxtop4}sG GQg@qzz+K 2WDmq5fMr 7_F|@EQTu:
jhdacd kgabgf lbigic fihfhi deecab acgdde

12 10 1 0SbBT&`vaJ 1Rw*46vG5@ 1Q$Zy+PCf? 16%+=0jCpf:
kbcacd laaceb deiidj fihbac hjfhfh cgjdjf

14 1 14 AO J^ 0s WB:
mnaaaa adaaaa ecaaaa ljaaaa hfaaaa bkaaaa giaaaa

14 2 7 2Rr JoN G0^ B!m:
egbbbb chbbbb mkaaaa njaaaa lbaaaa fdbbbb aiaaaa

14 3 4 7c2b 2nJm 84mL 3UV+:
mkcccc necccc dcaaaa jhaaaa gfbbbb blbbbb iacccc

14 4 3 0Ae<% 2AVdR 3fqCL 20I`{:
mhabab nkcdcd dcdcdc lgbcbc fibaba aecbcb jbadad

14 5 2 1IQ)ukp 1X{q6<p 1XzSvjs 1ZHU>!~:
kibaab lecaac mdebce ngabca afaeda bhddbd jcbceb

14 6 2 0`@%xZ-o 0EJi#Ecp 0p;8o?>7 0<Fq`1|0:
mlcccc nacccc gbffff hddddd ecbbbb jkeeee fiaaaa

14 7 2 0CT_!xOFW 09@)x1D#3 04uLvqJ?z 04k^<0=Tp:
naagea ckgccg mdcabc fjbdgb lgebfe ibdedd heffaf

14 8 1 -Jeh$`6l) iB>(C!-kU $D&Y%qp8; IbI<dLQW3:
idbcad jfcaga kcggee lhhfhf mefecb nadbdh gbadfc

14 9 1 2>zWi4FK)w 1p&5HxBw<4 bG?UscoRK- DGIL`)POPW:
jgbbgf kfhebi ligfcg mdiiah nheafe cbccdd eadhia

14 10 1 7hfG`s6}oS&j 2{+=*mI&4J_5 E^gJBj8-YlTm 2y_J6kZ5_pcK:
kjjigj lbigbh mhchie ngfjji cfddhg degacc iaeced

14 11 1 3;T}UiskXw*>n 1jKqL!w8>HU`q 9JbG_vQ-ouWM= 9&{TMMb|bE4f+:
lgjgeb mbdfbd nighkj kjfbdh eaijha chhdig fdeaci

14 12 1 4t?KLrUYfLRWs! 3jzXQTLr;fpJv< 3@uu>*?}Wly^Ag 2eLf;x>N4Lpf;=:
mgfhll nhjfjb ebbaef jfdlge cahjkc dieihg lkccfh

16 1 10 &H iU 1^ *8:
kgaaaa laaaaa mdaaaa nbaaaa ojaaaa piaaaa ehaaaa cfaaaa

16 2 8 hM) <O2 o67 $`A:
miaaaa ebbbbb ldaaaa hpbbbb oabbbb fgbbbb cnaaaa jkaaaa

16 3 4 #WNE v1HN HX<A *VdB:
mcaaaa neabab okbaba pbbbbb dfabab ghcccc ljbaba aicccc

16 4 4 kR84n eIFZY OFvZ5 SQ=cq:
abdddd cmcccc jpcccc diaaaa gfaaaa ohdddd lkbbbb enbbbb

16 5 3 ;XWROhX KosPnlm %M66q_5 JhDRMf&:
pgcccc dhbbbb lbbbbb caeeee imdddd kodddd enaaaa jfcccc

16 9 2 J8Is?6AP;`9R 6VjGUD%7B6cm x08@es!}c2Y5 huF6)s%0{64*:
ofaaaa bmffff indddd jegggg lkcccc gdeeee cahhhh phiiii + amaaaa bnbbbb cocccc dpdddd eieeee fjffff
gkgggg hlhhhh

18 6 2 8wIV5qw~@ FqCXPFQSn 8+Qe{F6xW 0B!goSr=9:
mbcbaa nceaed odbfbf pkdecb qfcaff rgaeae jlacee hafddd ieedfc

18 9 2 0gwvwOqJy!;_HO 02=JUP;4@V6p=; 07Z?9Nui3|u|>H 0KvL;wBjOA99(<:
orffff kgdddd hchhhh niaaaa dmgggg jlbbbb ebiiii fpeeee qacccc

20 11 2 IM<`n4}yd3Pt7mr0eJ 6!Rj`axkYettTE_>y- 3SfJ^)G)e&P)^lWoNN 13=_gLJIV{HGCHsGLr:
doiiii kqcccc bceeee giffff ahbbbb tmjjjj pngggg fsdddd leaaaa jrkkkk + amaaaa bnbbbb cocccc dpdddd
eqeeee frffff gsgggg hthhhh ikiiii jljjjj

22 9 2 2P{c-fm2<>w^wrx5d 0kMdU%*hKrVJQDEwE 0Y-5hy+4No0czDyAO 0X38xLkNW$&dB1uZ~:
sefeff tdbgfb umedie vcchic pkifhi hqgigg nlhach aoccac ibehee jfadda grdbbd

24 8 2 lZ@JrmrpVH`&i20 kS2V<`wtNa2yqgB ;kl-wDnw}jz0AAq Vn+uA7Ft(~6LsHi:
qnhhda rldbce safghc tdgffd uoehgg vgcdbh wcecca xmhbgc kbbche hpagag fedabb jifeef

24 9 2 0c&6|huB|E*p1a1`~d 2EcKhl?6K=xiA$0PTT 24d@d9U$8ly%EIwmn# 15yPVpS8k-MLwMclF0:
scdaei tgbdeh uhgcdb vfcegb wmchce xohfgh qieifg jphfaa brigbf degghd lkfehg naabic

24 13 2 4bajAKqLtgE47&zQ%m>QSYG#L 1ns=z6cP-kAdN>RK>;eIS8xvE 192H8=L}eBKO4PqDIn&qM6)QJ
1$lzcI}Z_Q<mpskz{De+mLi-0:
gbfafa skibib fokdkd cadjdj xiekek vebfbf nwlhlh dhjljl uqhghg rpaiai mlgege tjmmmm + amaaaa bnbbbb
cocccc dpdddd eqeeee frffff gsgggg hthhhh iuiiii jvjjjj kwkkkk lxllll

26 9 2 0CEi8WSXqI4YH{!crao 5joJ<Mvj^R1dLdHYb6N 2p~|O@6kY#Xd_i<6Q^D 7;KV-%dRjslntrZ2+{=:
snbaii tgegeb udhcdc vcedia wpchee xqfegd yeaihe zldfcf rbbich hfgbai joihbg madcff kiffhb

28 9 3 A{vp<Cd2Iqz%}-<w1C<` KAO;pJLkC+jsYWDr#_i1 6!n)jd1rn>Oj+zu*_$7q 14_$46Nh*s?EKSmC>fK=:
Bbcaac yvghdc cehgfi izdggh mqhehf fxebbi jrcifa ulifeg htfich npfchd daadaf Awgbcg sobaeb kgidie

30 9 3 1g#-^bZw=Q)p4*IbZ9J2ga JLn0-%}76;@dtl$R6w8z*Z d)g7-3(iIOIf`93fN^fl{Q G`iif?y6u4b1V-4BB2y=xc:
Budfbc Cwbiba Dlafec rmfiha ajebdf Aqggeb ybihid nghgfg pccecb ifcdag sdicah kzbhii evdagh otgafe
xhabde

30 10 2 8nHug4;6oG>i9;FGAV&mobeL 5=pf!c~_wP3m?^HhOA;5mQ{E 4?4DC-{e(t%!dM2g3E4cU#bB
F6WH~3$h|qqQA!BlQmcvJ4~P:
updbjh vdgdhc wraaci xneaej ylgfig zahiga Aejjcj Bqfegg Cihbfc Dobfdb smihab cgcibd kbccde hjbgaf
tfdjfh

32 9 3 !GZJJ$5N1SX`}&)_!{snw?O I4?s9((0<n*y+>AndEAMM&< BO)>Lu+Ttk-cp(v(3$V=U7P
-_BEPn1pG`Ov<+f2Bw-R$Vm:
Bxbief Cjdaga Dmcidb Eqaeag Fsaffg Acgbcd glidhd eobada ihhcfc bdebgb vafcec ythhbi kwiech unfgih
frdghe pzgfai

34 9 3 0fbOeTa=tn(HF#PlRl#B3h9Xz 0Y{j&ND3+7M3-XhNfu5|Gkaws 0I%Zd|LZC2Eg0lg#ew=~VB7l*
0o)4Pi0I(fL0(Elsf^Nd9bSwg:
Bwahga Clgbei Dagfhi EAiafh Fsciab Gjdcba Hradgg hqfedc ezfhfc mpcgdf nxecih dbddae vteicb gybbbd
kohgeg cihace ufiehf

36 9 4 0yuLdwyX<_<msm2Xy><Pn<jTQkN 0~BQJ053i$H#nnmHQC*WT%m>n#Q 0C@^|+k?*{r335q0*&6y8N&vh0s
0v|MXp#&leU5TkCx8Qg<hb)BcMg:
Dzdddd Cigggg hriiii Goaaaa gfbbbb wAhhhh aHiiii Budddd dxffff tvhhhh FIeeee qebbbb Jjgggg sEcccc
nlaaaa pmffff ybeeee ckcccc

36 12 2 a9vZ&XVh%*eM7O>5G!Mdyl;b%)QM2QjZLx dD{Yga!VGnW&9{^F@w;vLn3fi)*fdVp%7&
u+H!9Lws9Z#^SwITj8+nBY8|hI-mrBD80b {VFwR=!0$--wDVkEL+|Jq&yI6+-H42%RtQ:
ytclhc zmfibg Adlbke Bijkfh Cqhfcj Dobcgd Epjgfd Fxaghk Gcgcag Hbijaj Ilbaef Jsdibc ukefla gedjib
vnlhgl frfeli hakeda jwcdjh

38 9 4 0b5?ogycoROe1vVQL;_P>HYc2Xhi 2V4;lUxa3aSk%^j9Z-r6e;<I(TIc 0eK9iK<>K`x2<zC)(=PIhDh!-HER
0EQ)|a|9KT(72@;&eDR2NI@U2^FR:
Knfdfd Lofdfd vthhhh AHibib Dehfhf iEdidi yCfafa pmcgcg cbcici dgicic Gqecec axgege zuadad rBbaba
wlaeae sfdhdh FIbfbf hJgbgb jkegeg

40 9 4 2U%oBK(49@MHO`zX19N8J8{A+>0?6 3^!qSs}@0m<sE#pCG?mgDK-^`PTpn 2xEzS<)A5c^>bE<ys(mZ6^BfrGLRY
3KN8K;xs%2QFmUU=6VPa3y_sM1fwA:
Kdgdig Lmedbe Mwbhad Nqadec AEieac fgheic aJfbhi Fiichb GHgaga ckbiga xCdhfg Dubcee brhfcb ehcaei
Isfgdf ozciff ypafbd tBdfhb vjebch lnagdh
"""
