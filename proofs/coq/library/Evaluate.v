(** The rule compute: a formula in finitely many variables over a box, decided along a certificate tree. As in
    proofs/kernel/evaluate.py.

    Numbers are exact rationals as long as possible, else intervals of CoqInterval on binary numbers over Z (no primitive
    floating-point numbers, which would be axioms). Arb's balls are no part of this: where the kernel's intervals decide
    and these do not, the certificate is refused. *)
From Coq Require Import Reals ZArith QArith Qreals List Bool PArith Lra Lia.
From Flocq Require Import Core.Raux.
From Interval Require Import Xreal Interval.Interval Float.Specific_stdz Float.Specific_ops Interval.Float_full.
From Lemmata Require Export Functions.
Import ListNotations.
Local Open Scope lazy_bool_scope.
Module F := SpecificFloat StdZRadix2.
Module I := FloatIntervalFull F.

(** * Values *)
Inductive enclosure := VQ (q : Q) | VI (i : I.type).
Section Evaluation.
Variable p : positive.  (* bits *)
Definition pr := F.PtoP p.
Definition toI (w : enclosure) : I.type :=
  match w with VQ q => I.div pr (I.fromZ pr (Qnum q)) (I.fromZ pr (Zpos (Qden q))) | VI i => i end.
Definition vplus a b := match a, b with VQ x, VQ y => VQ (qadd x y) | _, _ => VI (I.add pr (toI a) (toI b)) end.
Definition vmul a b := match a, b with VQ x, VQ y => VQ (qmul x y) | _, _ => VI (I.mul pr (toI a) (toI b)) end.
Definition vsqr a := match a with VQ x => VQ (qmul x x) | VI i => VI (I.sqr pr i) end.
Definition vabs a := match a with VQ x => VQ (qabs x) | VI i => VI (I.abs i) end.
Definition vm1 := VQ (-1 # 1).
Definition vinv a := match a with VQ x => VQ (Qinv x) | VI i => VI (I.inv pr i) end.
Definition vexp a := match a with VQ x => if q_is0 x then VQ (1#1) else VI (I.exp pr (toI a)) | VI i => VI (I.exp pr i) end.
Definition vln a :=
  match a with
  | VQ x => match Qnum x with
            | Zpos _ => if q_is0 (qadd x (-1#1)) then VQ (0#1) else VI (I.ln pr (toI a))
            | _ => VQ (0#1)
            end
  | VI i => VI (I.ln pr i)
  end.
(** H_k y for d = 2k + 3, from its n-th successor, which is between 1 and exp y. *)
Fixpoint vseries (n : nat) (d : positive) (y : enclosure) : enclosure :=
  match n with
  | O => VI (I.join (toI (VQ (1#1))) (toI (vexp y)))
  | S n => vplus (VQ (1#1)) (vmul (vmul y (VQ (2 # d))) (vseries n (d + 2) y))
  end.
(** erf at a number, by its series; far from 0 its distance from 1 is better known. *)
Definition verf (x : enclosure) : I.type :=
  let y := vsqr x in let b := vexp (vmul vm1 y) in let tail := vplus (VQ (1#1)) (vmul vm1 b) in
  let factor := vmul (VQ (2#1)) (vinv (VI (I.sqrt pr (I.pi pr)))) in
  I.meet (toI (vmul factor (vmul x (vmul b (vseries (2 * Pos.to_nat p) 3 y)))))
    (match I.sign_large (toI x) with
     | Xgt => I.upper_extent (toI tail)
     | Xlt => I.lower_extent (toI (vmul vm1 tail))
     | _ => I.whole
     end).
(** erf increases: it is between its values at the ends, and between -1 and 1. *)
Definition ierf (i : I.type) : I.type :=
  let least := if I.lower_bounded i then verf (VI (I.singleton (I.lower i))) else I.whole in
  let most := if I.upper_bounded i then verf (VI (I.singleton (I.upper i))) else I.whole in
  I.meet (I.meet (I.upper_extent least) (I.lower_extent most)) (I.meet (I.upper_extent (toI vm1)) (I.lower_extent (toI (VQ (1#1))))).
Definition itrig (o : trig) := match o with Sin => I.sin pr | Cos => I.cos pr | Atan => I.atan pr | Erf => ierf end.
Definition vtrig (o : trig) a :=
  match a with
  | VQ x => if q_is0 x then VQ (match o with Cos => 1#1 | _ => 0#1 end) else VI (itrig o (toI a))
  | VI i => VI (itrig o i)
  end.
(** The truth of 0 r d, if it is known. *)
Definition vsign (r : rel) (d : enclosure) : option bool :=   (* 0 r d *)
  match d with
  | VQ c => decide r (Num c)
  | VI i =>
      match r with
      | RLe => match I.sign_large i with Xgt | Xeq => Some true
               | _ => match I.sign_strict i with Xlt => Some false | _ => None end end
      | RLt => match I.sign_strict i with Xgt => Some true
               | _ => match I.sign_large i with Xlt | Xeq => Some false | _ => None end end
      | REq => match I.sign_strict i with Xgt | Xlt => Some false | Xeq => Some true | _ => None end
      end
  end.
Definition vcmp r a b := vsign r (vplus b (vmul vm1 a)).
Definition vmax a b :=
  match vcmp RLe a b with
  | Some true => b | Some false => a
  | None => VI (I.meet (I.meet (I.join (toI a) (toI b)) (I.upper_extent (toI a))) (I.upper_extent (toI b)))   (* one of them is the maximum *)
  end.
Variable vars : positive -> sort -> option enclosure.
Definition qint (q : Q) : option Z := match Qden q with xH => Some (Qnum q) | _ => None end.
Fixpoint big_value (o : big_op) (n : nat) (lo : Z) (f : Q -> option enclosure) : option enclosure :=
  match n with
  | O => Some (VQ (match o with Prod => 1#1 | _ => 0#1 end))
  | S k => do x <- f (lo + Z.of_nat k # 1);
           match o, k with
           | Max, O => Some x
           | _, _ => do y <- big_value o k lo f; Some (match o with Sum => vplus y x | Prod => vmul y x | Max => vmax y x end)
           end
  end.
(** An enclosure of a number; [e] gives the bound variables their values. Equal factors side by side are squared. *)
Fixpoint value_in (e : list Q) (t : term) {struct t} : option enclosure :=
  match t with
  | Num c => Some (VQ c)
  | Var x s => vars x s
  | Bv k s => do q <- nth_error e k; match s with TZ => do z <- qint q; Some (VQ q) | TR => Some (VQ q) | _ => None end
  | Add a b => do x <- value_in e a; do y <- value_in e b; Some (vplus x y)
  | Mul a b => if term_eqb a b then do x <- value_in e a; Some (vsqr x) else do x <- value_in e a; do y <- value_in e b; Some (vmul x y)
  | Inv a => do x <- value_in e a; Some (vinv x)
  | Exp a => do x <- value_in e a; Some (vexp x)
  | Log a => do x <- value_in e a; Some (vln x)
  | Abs a => do x <- value_in e a; Some (vabs x)
  | Trig o a => do x <- value_in e a; Some (vtrig o x)
  | Ite r a b c d =>
      do x <- value_in e a; do y <- value_in e b;
      match vcmp r x y with
      | Some true => value_in e c
      | Some false => value_in e d
      | None => do z <- value_in e c; do w <- value_in e d; Some (VI (I.join (toI z) (toI w)))
      end
  | Big o lo hi b =>
      do x <- value_in e lo; do y <- value_in e hi;
      match x, y with
      | VQ x, VQ y => do l <- qint x; do h <- qint y; big_value o (Z.to_nat (h - l + 1)) l (fun i => value_in (i :: e) b)
      | _, _ => None
      end
  | _ => None
  end.
Fixpoint every_truth (n : nat) (lo : Z) (f : Q -> option bool) : option bool :=
  match n with
  | O => Some true
  | S k => match f (lo + Z.of_nat k # 1) with
           | Some false => Some false
           | Some true => every_truth k lo f
           | None => match every_truth k lo f with Some false => Some false | _ => None end
           end
  end.
Definition qfloor (q : Q) : Z := (Qnum q / Zpos (Qden q))%Z.
Definition qceil (q : Q) : Z := (- ((- Qnum q) / Zpos (Qden q)))%Z.
Definition is_bv0 t := match t with Bv O TZ => true | _ => false end.
(** The ends of ∀i. s <= t → s' <= t' → …, where i is between them, whichever comes first. *)
Definition bounds (s t s' t' : term) : option (term * term) :=
  if is_bv0 t &&& is_bv0 s' &&& negb (occurs 0 s) &&& negb (occurs 0 t') then Some (s, t')
  else if is_bv0 s &&& is_bv0 t' &&& negb (occurs 0 t) &&& negb (occurs 0 s') then Some (s', t)
  else None.
(** True or false everywhere on the box, or unknown. *)
Fixpoint truth (e : list Q) (f : form) {struct f} : option bool :=
  match f with
  | FTrue => Some true
  | FFalse => Some false
  | Rel r a b => do x <- value_in e a; do y <- value_in e b; vcmp r x y
  | Imp a b => match truth e a with
               | Some false => Some true
               | Some true => truth e b
               | None => match truth e b with Some true => Some true | _ => None end
               end
  | All TZ (Imp (Rel RLe s t) (Imp (Rel RLe s' t') b)) =>
      match bounds s t s' t' with
      | Some (lo, hi) =>
          match value_in (0#1 :: e) lo, value_in (0#1 :: e) hi with
          | Some (VQ x), Some (VQ y) =>
              let l := qceil x in every_truth (Z.to_nat (qfloor y - l + 1)) l (fun i => truth (i :: e) b)
          | _, _ => None
          end
      | None => None
      end
  | _ => None
  end.
End Evaluation.

(** * Certificates: a leaf with its bits, all values of an integer variable, a real variable cut in two *)
Inductive tree := TLeaf (p : positive) | TEach (x : positive) (t : tree) | TSplit (x : positive) (c : Q) (l r : tree).
(** A box: the ends of each variable, None for unbounded. *)
Definition ends := (option Q * option Q)%type.
Definition box := list (positive * sort * ends).
Fixpoint ends_of (x : positive) (s : sort) (b : box) : option ends :=
  match b with
  | [] => None
  | ((y, r), e) :: b => if Pos.eqb x y &&& sort_eqb s r then Some e else ends_of x s b
  end.
Fixpoint distinct (b : box) : bool :=
  match b with
  | [] => true
  | ((x, s), _) :: b => match ends_of x s b with Some _ => false | None => distinct b end
  end.
Definition within (c : Q) (e : ends) : bool :=
  match fst e with Some l => Qle_bool l c | None => true end &&& match snd e with Some h => Qle_bool c h | None => true end.
Fixpoint narrow (x : positive) (s : sort) (e : ends) (b : box) : box :=
  match b with
  | [] => []
  | ((y, r), d) :: b => if Pos.eqb x y &&& sort_eqb s r then ((y, r), e) :: b else ((y, r), d) :: narrow x s e b
  end.
Definition upto (p : positive) (e : ends) : option I.type :=
  match e with
  | (Some l, Some h) => Some (I.join (toI p (VQ l)) (toI p (VQ h)))
  | (Some l, None) => Some (I.upper_extent (toI p (VQ l)))
  | (None, Some h) => Some (I.lower_extent (toI p (VQ h)))
  | (None, None) => Some I.whole
  end.
Definition box_value (p : positive) (b : box) (x : positive) (s : sort) : option enclosure :=
  do e <- ends_of x s b;
  match e with
  | (Some l, Some h) => if Qeq_bool l h then Some (VQ l) else match s with TR => do i <- upto p e; Some (VI i) | _ => None end
  | _ => match s with TR => do i <- upto p e; Some (VI i) | _ => None end
  end.
Fixpoint every (n : nat) (lo : Z) (f : Z -> bool) : bool :=
  match n with O => true | S k => if f (lo + Z.of_nat k)%Z then every k lo f else false end.
Fixpoint covers (goal : form) (b : box) (t : tree) : bool :=
  match t with
  | TLeaf p => match truth p (box_value p b) [] goal with Some true => true | _ => false end
  | TEach x t => match ends_of x TZ b with
                 | Some (Some l, Some h) =>
                     let l := qceil l in let h := qfloor h in
                     every (Z.to_nat (h - l + 1)) l (fun z => covers goal (narrow x TZ (Some (z # 1), Some (z # 1)) b) t)
                 | _ => false
                 end
  | TSplit x c l r => match ends_of x TR b with
                      | Some (lo, hi) => within c (lo, hi) &&& covers goal (narrow x TR (lo, Some c) b) l &&& covers goal (narrow x TR (Some c, hi) b) r
                      | None => false
                      end
  end.
Fixpoint box_hyps (b : box) : list form :=
  match b with
  | [] => []
  | (((x, s), (lo, hi))) :: b =>
      let l := match lo with Some q => [key (normal_form (Rel RLe (Num q) (Var x s)))] | None => [] end in
      let h := match hi with Some q => [key (normal_form (Rel RLe (Var x s) (Num q)))] | None => [] end in
      hunion l (hunion h (box_hyps b))
  end.

(** * Soundness *)
Local Open Scope R_scope.
Definition encloses (x : R) (w : enclosure) : Prop := match w with VQ q => x = Q2R q | VI i => contains (I.convert i) (Xreal x) end.
Lemma contains_nan i x : contains i Xnan -> contains i x.
Proof. destruct i; simpl; [destruct x; easy | easy]. Qed.
Section Sound.
Variable p : positive.
Lemma toI_ok x w : encloses x w -> contains (I.convert (toI p w)) (Xreal x).
Proof.
  destruct w as [q|i]; cbn [encloses toI]; [|easy]. intros ->.
  assert (H := I.div_correct (pr p) _ _ _ _ (I.fromZ_correct (pr p) (Qnum q)) (I.fromZ_correct (pr p) (Zpos (Qden q)))).
  replace (Xreal (Q2R q)) with (Xdiv (Xreal (IZR (Qnum q))) (Xreal (IZR (Zpos (Qden q))))); [exact H|].
  unfold Xbind2, Xdiv'. rewrite is_zero_false by now apply not_0_IZR. reflexivity.
Qed.
Lemma vplus_ok x y a b : encloses x a -> encloses y b -> encloses (x + y) (vplus p a b).
Proof.
  intros Ha Hb. assert (H := I.add_correct (pr p) _ _ _ _ (toI_ok x a Ha) (toI_ok y b Hb)).
  destruct a, b; try exact H. cbn [encloses vplus] in *. now rewrite Q2R_qadd, Ha, Hb.
Qed.
Lemma vmul_ok x y a b : encloses x a -> encloses y b -> encloses (x * y) (vmul p a b).
Proof.
  intros Ha Hb. assert (H := I.mul_correct (pr p) _ _ _ _ (toI_ok x a Ha) (toI_ok y b Hb)).
  destruct a, b; try exact H. cbn [encloses vmul] in *. now rewrite Q2R_qmul, Ha, Hb.
Qed.
Lemma vsqr_ok x a : encloses x a -> encloses (x * x) (vsqr p a).
Proof.
  destruct a as [q|i]; cbn [encloses vsqr]; [now intros ->; rewrite Q2R_qmul|]. intros H. exact (I.sqr_correct (pr p) _ _ H).
Qed.
Lemma vabs_ok x a : encloses x a -> encloses (Rabs x) (vabs a).
Proof.
  destruct a as [q|i]; cbn [encloses vabs]; [now intros ->; rewrite Q2R_qabs|]. intros H. exact (I.abs_correct _ _ H).
Qed.
Lemma vinv_ok x a : encloses x a -> encloses (/ x) (vinv p a).
Proof.
  destruct a as [q|i]; cbn [encloses vinv]; [now intros ->; rewrite Q2R_Qinv|]. intros H. apply (I.inv_correct (pr p)) in H.
  unfold Xbind, Xinv' in H. destruct (is_zero x); [exact (contains_nan _ _ H) | exact H].
Qed.
Lemma vexp_ok x a : encloses x a -> encloses (exp x) (vexp p a).
Proof.
  intros Ha. assert (H := I.exp_correct (pr p) _ _ (toI_ok x a Ha)). destruct a as [q|i]; cbn [vexp]; [|exact H].
  destruct (q_is0 q) eqn:E; [|exact H]. cbn [encloses] in *. now rewrite Ha, (q_is0_ok _ E), exp_0, Q2R_1.
Qed.
Lemma ln_neg x : x <= 0 -> ln x = 0.
Proof. intros H. unfold ln. destruct (Rlt_dec 0 x); [exfalso; lra | reflexivity]. Qed.
Lemma vln_ok x a : encloses x a -> encloses (ln x) (vln p a).
Proof.
  intros Ha. assert (H := I.ln_correct (pr p) _ _ (toI_ok x a Ha)).
  assert (H' : contains (I.convert (I.ln (pr p) (toI p a))) (Xreal (ln x))).
  { unfold Xbind, Xln' in H. destruct (is_positive x); [exact H | exact (contains_nan _ _ H)]. }
  destruct a as [q|i]; [|exact H']. cbn [encloses] in Ha. unfold vln. destruct q as [[|n|n] d]; cbn [Qnum].
  - cbn [encloses]. rewrite Q2R_0. apply ln_neg. rewrite Ha, (q_is0_ok (0 # d)) by reflexivity. lra.
  - destruct (q_is0 (qadd (Z.pos n # d) (-1 # 1))) eqn:E; [|exact H']. apply q_is0_ok in E. rewrite Q2R_qadd, Q2R_m1, <- Ha in E. cbn [encloses].
    rewrite Q2R_0. replace x with 1 by lra. apply ln_1.
  - cbn [encloses]. rewrite Q2R_0. apply ln_neg. rewrite Ha, Q2R_neg. generalize (Q2R_pos n d). lra.
Qed.
Lemma vseries_ok n : forall k d y w, 2 * INR k + 3 = IZR (Zpos d) -> 0 <= y -> encloses y w -> encloses (H k y) (vseries p n d w).
Proof.
  induction n as [|n IH]; intros k d y w D Y W; cbn [vseries].
  - cbn [encloses]. apply (contains_connected _ 1 (exp y)); [| |now apply H_bounds].
    + apply I.join_correct. left. apply (toI_ok 1 (VQ (1#1))). cbn [encloses]. now rewrite Q2R_1.
    + apply I.join_correct. right. apply (toI_ok (exp y)). now apply vexp_ok.
  - rewrite H_step. apply vplus_ok; [cbn [encloses]; now rewrite Q2R_1|]. apply vmul_ok.
    + replace (2 * y / (2 * INR k + 3)) with (y * (2 / IZR (Zpos d))) by (rewrite D; field; now apply not_0_IZR). apply vmul_ok; [exact W | reflexivity].
    + apply IH; [|exact Y | exact W]. rewrite S_INR, Pos2Z.inj_add, plus_IZR, <- D. lra.
Qed.
Lemma verf_ok x a : encloses x a -> contains (I.convert (verf p a)) (Xreal (erf x)).
Proof.
  intros A. unfold verf. assert (Y := vsqr_ok _ _ A).
  assert (M : forall z w, encloses z w -> encloses (- z) (vmul p vm1 w)).
  { intros z w W. replace (- z) with (-1 * z) by ring. apply vmul_ok; [cbn [encloses vm1]; now rewrite Q2R_m1 | exact W]. }
  assert (B := vexp_ok _ _ (M _ _ Y)). assert (one : encloses 1 (VQ (1#1))) by (cbn [encloses]; now rewrite Q2R_1).
  assert (T := vplus_ok _ _ _ _ one (M _ _ B)). fold (bell x) in T. assert (E := erf_square_bounds x).
  apply I.meet_correct.
  - apply (toI_ok _ _). rewrite erf_series, !Rmult_assoc. unfold Rdiv. rewrite Rmult_assoc, <- (Rmult_assoc 2).
    apply vmul_ok; [|apply vmul_ok; [exact A | apply vmul_ok; [exact B|]]].
    + apply vmul_ok; [cbn [encloses]; unfold Q2R; simpl; field|]. apply vinv_ok. cbn [encloses]. exact (I.sqrt_correct (pr p) _ _ (I.pi_correct (pr p))).
    + apply (vseries_ok _ 0); [simpl; lra | apply Rle_0_sqr | exact Y].
  - assert (S := I.sign_large_correct (toI p a)). assert (X := toI_ok _ _ A).
    destruct (I.sign_large (toI p a)); try apply I.whole_correct; apply S in X; destruct X as [_ X]; cbn [proj_val] in X;
      assert (L := erf_le _ _ X); rewrite erf_0 in L.
    + apply (I.lower_extent_correct _ _ _ (toI_ok _ _ (M _ _ T))). nra.
    + apply (I.upper_extent_correct _ _ _ (toI_ok _ _ T)). nra.
Qed.
Lemma singleton_ok (f : F.type) x : F.toX f = Xreal x -> encloses x (VI (I.singleton f)).
Proof. intros E. assert (C := I.singleton_correct f). cbn [encloses]. unfold I.convert_bound in C. now rewrite E in C. Qed.
Lemma ierf_ok i x : contains (I.convert i) (Xreal x) -> contains (I.convert (ierf p i)) (Xreal (erf x)).
Proof.
  intros C. assert (N : not_empty (I.convert i)) by now exists x. unfold ierf. assert (E := erf_square_bounds x).
  apply I.meet_correct; [apply I.meet_correct | apply I.meet_correct].
  - destruct (I.lower_bounded i) eqn:L; [|exact (I.upper_extent_correct _ _ _ (I.whole_correct (erf x)) (Rle_refl _))].
    apply I.lower_bounded_correct in L. destruct L as [L B]. specialize (B N). rewrite B, L in C. apply (I.upper_extent_correct _ _ _ (verf_ok _ _ (singleton_ok _ _ L))).
    apply erf_le. apply C.
  - destruct (I.upper_bounded i) eqn:L; [|exact (I.lower_extent_correct _ _ _ (I.whole_correct (erf x)) (Rle_refl _))].
    apply I.upper_bounded_correct in L. destruct L as [L B]. specialize (B N). rewrite B, L in C. apply (I.lower_extent_correct _ _ _ (verf_ok _ _ (singleton_ok _ _ L))).
    apply erf_le. apply C.
  - apply (I.upper_extent_correct _ (erf x) (-1)); [apply (toI_ok (-1) vm1); cbn [encloses vm1]; now rewrite Q2R_m1 | nra].
  - apply (I.lower_extent_correct _ (erf x) 1); [apply (toI_ok 1 (VQ (1#1))); cbn [encloses]; now rewrite Q2R_1 | nra].
Qed.
Lemma vtrig_ok o x a : encloses x a -> encloses (trigR o x) (vtrig p o a).
Proof.
  intros Ha. assert (H : contains (I.convert (itrig p o (toI p a))) (Xreal (trigR o x))).
  { destruct o; [exact (I.sin_correct (pr p) _ _ (toI_ok x a Ha)) | exact (I.cos_correct (pr p) _ _ (toI_ok x a Ha)) | exact (I.atan_correct (pr p) _ _ (toI_ok x a Ha)) | exact (ierf_ok _ _ (toI_ok x a Ha))]. }
  destruct a as [q|i]; cbn [vtrig]; [|exact H]. destruct (q_is0 q) eqn:E; [|exact H].
  cbn [encloses] in *. rewrite Ha, (q_is0_ok _ E). destruct o; cbn [trigR]; rewrite ?Q2R_0, ?Q2R_1; [apply sin_0 | apply cos_0 | apply atan_0 | apply erf_0].
Qed.
Lemma vsign_ok r x d t : encloses x d -> vsign r d = Some t -> rdec r 0 x = t.
Proof.
  destruct d as [q|i]; cbn [encloses vsign]; intros Hx H.
  - subst x. apply (decide_ok (fun _ => num 0) []) in H. exact H.
  - assert (L := I.sign_large_correct i). assert (S := I.sign_strict_correct i).
    assert (T : (relR r 0 x -> t = true) /\ (~ relR r 0 x -> t = false)).
    { destruct r; cbn [relR]; destruct (I.sign_large i), (I.sign_strict i); try discriminate H; injection H as <-;
      repeat match goal with
      | A : forall x, contains _ x -> x = Xreal 0 |- _ => specialize (A _ Hx); injection A as A
      | A : forall x, contains _ x -> x = _ /\ _ |- _ => specialize (A _ Hx); destruct A as [_ A]; cbn [proj_val] in A
      end; split; intros; try reflexivity; exfalso; lra. }
    destruct T as [T1 T2]. destruct (rdec r 0 x) eqn:E; [apply rdec_iff in E; symmetry; auto|]. symmetry. apply T2. intros R.
    apply rdec_iff in R. congruence.
Qed.
Lemma vcmp_ok r x y a b t : encloses x a -> encloses y b -> vcmp p r a b = Some t -> rdec r x y = t.
Proof.
  intros Ha Hb H. rewrite rdec_shift. apply (vsign_ok r (y - x) _ _) in H; [exact H|]. replace (y - x) with (y + -1 * x) by ring.
  apply vplus_ok; [exact Hb|]. apply vmul_ok; [cbn [encloses vm1]; now rewrite Q2R_m1 | exact Ha].
Qed.
Lemma vmax_ok x y a b : encloses x a -> encloses y b -> encloses (Rmax x y) (vmax p a b).
Proof.
  intros Ha Hb. unfold vmax. destruct (vcmp p RLe a b) as [[|]|] eqn:E.
  - apply (vcmp_ok _ x y) in E; try assumption. apply rdec_iff in E. now rewrite Rmax_right.
  - apply (vcmp_ok _ x y) in E; try assumption. cbn [rdec] in E. unfold Rmax. destruct (Rle_dec x y); [discriminate | exact Ha].
  - cbn [encloses]. apply I.meet_correct; [apply I.meet_correct|].
    + apply I.join_correct. unfold Rmax. destruct (Rle_dec x y); [right | left]; now apply toI_ok.
    + exact (I.upper_extent_correct _ _ _ (toI_ok x a Ha) (Rmax_l x y)).
    + exact (I.upper_extent_correct _ _ _ (toI_ok y b Hb) (Rmax_r x y)).
Qed.
Variable v : valuation.
Variable vars : positive -> sort -> option enclosure.
Hypothesis Hvars : forall x s w, vars x s = Some w -> encloses (denR v [] (Var x s)) w.
Lemma qint_ok q z : qint q = Some z -> Q2R q = IZR z.
Proof. destruct q as [a [b|b|]]; unfold qint; simpl; try discriminate. intros [= <-]. apply Q2R_int. Qed.
Lemma big_value_ok o n lo f g : (forall z w, f (z # 1)%Q = Some w -> encloses (g (IZR z)) w) -> forall w, big_value p o n lo f = Some w -> encloses (bigR o n (IZR lo) g) w.
Proof.
  intros Hf. induction n as [|k IH]; intros w H.
  - injection H as <-. destruct o; cbn [bigR sumR prodR maxR encloses]; rewrite ?Q2R_0, ?Q2R_1; reflexivity.
  - cbn [big_value] in H. destruct (f _) as [x|] eqn:E; [|discriminate]. apply Hf in E. rewrite plus_IZR in E.
    destruct o.
    + destruct (big_value p Sum k lo f) as [y|] eqn:F; [|destruct k; discriminate].
      assert (w = vplus p y x) as -> by (destruct k; congruence). cbn [bigR sumR]. apply vplus_ok; [now apply IH | exact E].
    + destruct (big_value p Prod k lo f) as [y|] eqn:F; [|destruct k; discriminate].
      assert (w = vmul p y x) as -> by (destruct k; congruence). cbn [bigR prodR]. apply vmul_ok; [now apply IH | exact E].
    + destruct k as [|k]; [injection H as <-; exact E|]. destruct (big_value p Max (S k) lo f) as [y|] eqn:F; [|discriminate].
      injection H as <-. unfold bigR. rewrite maxR_S. apply vmax_ok; [now apply IH | exact E].
Qed.
Lemma count_int l h : count (IZR l) (IZR h) = Z.to_nat (h - l + 1).
Proof. unfold count. now rewrite <- minus_IZR, Zfloor_IZR. Qed.
Lemma value_in_ok t : forall e w, value_in p vars e t = Some w -> encloses (denR v (map (fun q => num (Q2R q)) e) t) w.
Proof.
  induction t; intros e w H; cbn [value_in] in H; try discriminate; cbn [den num].
  - injection H as <-. reflexivity.
  - now apply Hvars in H.
  - destruct (nth_error e k) as [q|] eqn:E; [|discriminate].
    assert (N : nth k (map (fun q => num (Q2R q)) e) (num 0) = num (Q2R q)) by (apply nth_error_nth; now rewrite (map_nth_error _ _ _ E)).
    rewrite N. destruct s; try discriminate; [|injection H as <-; reflexivity]. destruct (qint q) as [z|] eqn:F; [|discriminate]. injection H as <-.
    cbn [encloses num cast casts fst]. now rewrite (qint_ok _ _ F), Zfloor_IZR.
  - destruct (value_in p vars e t1) eqn:E1, (value_in p vars e t2) eqn:E2; try discriminate. injection H as <-. apply vplus_ok; auto.
  - destruct (term_eqb t1 t2) eqn:T.
    + apply term_eqb_eq in T. subst t2. destruct (value_in p vars e t1) eqn:E1; try discriminate. injection H as <-. apply vsqr_ok; auto.
    + destruct (value_in p vars e t1) eqn:E1, (value_in p vars e t2) eqn:E2; try discriminate. injection H as <-. apply vmul_ok; auto.
  - destruct (value_in p vars e t) eqn:E; try discriminate. injection H as <-. apply vinv_ok; auto.
  - destruct (value_in p vars e t) eqn:E; try discriminate. injection H as <-. apply vexp_ok; auto.
  - destruct (value_in p vars e t) eqn:E; try discriminate. injection H as <-. apply vln_ok; auto.
  - destruct (value_in p vars e t) eqn:E; try discriminate. injection H as <-. apply vabs_ok; auto.
  - destruct (value_in p vars e t1) as [x|] eqn:E1, (value_in p vars e t2) as [y|] eqn:E2; try discriminate.
    destruct (vcmp p r x y) as [[|]|] eqn:C.
    + apply (vcmp_ok _ _ _ _ _ _ (IHt1 _ _ E1) (IHt2 _ _ E2)) in C. rewrite C. auto.
    + apply (vcmp_ok _ _ _ _ _ _ (IHt1 _ _ E1) (IHt2 _ _ E2)) in C. rewrite C. auto.
    + destruct (value_in p vars e t3) eqn:E3, (value_in p vars e t4) eqn:E4; try discriminate. injection H as <-. cbn [encloses]. apply I.join_correct.
      destruct (rdec _ _ _); [left | right]; apply toI_ok; auto.
  - destruct (value_in p vars e t1) as [[x|]|] eqn:E1, (value_in p vars e t2) as [[y|]|] eqn:E2; try discriminate.
    apply IHt1 in E1. apply IHt2 in E2. cbn [encloses] in E1, E2.
    destruct (qint x) as [l|] eqn:Q1; [|discriminate]. destruct (qint y) as [h|] eqn:Q2; [|discriminate].
    rewrite E1, E2, (qint_ok _ _ Q1), (qint_ok _ _ Q2), count_int. apply (big_value_ok o _ l) with (2 := H).
    intros z u U. apply IHt3 in U. cbn [map] in U. rewrite Q2R_int in U. rewrite Zfloor_IZR. exact U.
  - destruct (value_in p vars e t) eqn:E; try discriminate. injection H as <-. apply vtrig_ok; auto.
Qed.
Lemma every_truth_ok n lo f (P : R -> Prop) : (forall q, (f q = Some true -> P (Q2R q)) /\ (f q = Some false -> ~ P (Q2R q))) ->
  (every_truth n lo f = Some true -> forall k, (k < n)%nat -> P (IZR (lo + Z.of_nat k))) /\
  (every_truth n lo f = Some false -> exists k, (k < n)%nat /\ ~ P (IZR (lo + Z.of_nat k))).
Proof.
  intros Hf. induction n as [|n [IH1 IH2]]; [split; [intros; lia | discriminate]|]. cbn [every_truth].
  destruct (Hf (lo + Z.of_nat n # 1)%Q) as [F1 F2]. rewrite Q2R_int in F1, F2.
  destruct (f _) as [[|]|].
  - split; intros H; [intros k K; destruct (Nat.eq_dec k n) as [->|]; [auto | apply IH1; [exact H | lia]]|].
    destruct (IH2 H) as (k & K & N). exists k. split; [lia | exact N].
  - split; intros H; [discriminate|]. exists n. split; [lia | auto].
  - split; intros H; [destruct (every_truth n lo f) as [[|]|]; discriminate|]. destruct (every_truth n lo f) as [[|]|]; try discriminate.
    destruct (IH2 eq_refl) as (k & K & N). exists k. split; [lia | exact N].
Qed.
Lemma qfloor_iff q z : (z <= qfloor q)%Z <-> IZR z <= Q2R q.
Proof.
  assert (D : 0 < IZR (Zpos (Qden q))) by now apply IZR_lt.
  assert (E : Q2R q * IZR (Zpos (Qden q)) = IZR (Qnum q)) by (unfold Q2R; field; lra).
  unfold qfloor. split; intros H.
  - apply Rmult_le_reg_r with (1 := D). rewrite E, <- mult_IZR. apply IZR_le.
    generalize (Z.mul_div_le (Qnum q) (Zpos (Qden q)) eq_refl). nia.
  - apply Z.div_le_lower_bound; [lia|]. apply le_IZR. rewrite mult_IZR, <- E, Rmult_comm. apply Rmult_le_compat_r; lra.
Qed.
Lemma qceil_iff q z : (qceil q <= z)%Z <-> Q2R q <= IZR z.
Proof.
  destruct q as [a b]. assert (H := qfloor_iff (- a # b) (- z)). unfold qfloor, qceil in *. cbn [Qnum Qden] in *.
  assert (E : Q2R (- a # b) = - Q2R (a # b)) by (unfold Q2R; cbn [Qnum Qden]; rewrite opp_IZR; ring). rewrite E, opp_IZR in H. split; intros K.
  - assert (- IZR z <= - Q2R (a # b)) by (apply H; lia). lra.
  - assert (- z <= - a / Zpos b)%Z by (apply H; lra). lia.
Qed.
Lemma is_bv0_ok t : is_bv0 t = true -> t = Bv 0 TZ.
Proof. destruct t; try discriminate. destruct k; try discriminate. now destruct s. Qed.
Lemma bounds_ok s t s' t' lo hi : bounds s t s' t' = Some (lo, hi) -> occurs 0 lo = false /\ occurs 0 hi = false /\
  forall E z (P : Prop), (denR v (cast TZ z :: E) s <= denR v (cast TZ z :: E) t -> denR v (cast TZ z :: E) s' <= denR v (cast TZ z :: E) t' -> P) <->
    (denR v (cast TZ z :: E) lo <= IZR z -> IZR z <= denR v (cast TZ z :: E) hi -> P).
Proof.
  assert (X : forall E z, denR v (cast TZ z :: E) (Bv 0 TZ) = IZR z) by (intros E z; cbn [den nth]; rewrite cast_id; reflexivity).
  unfold bounds. intros H. destruct (is_bv0 t &&& is_bv0 s' &&& negb (occurs 0 s) &&& negb (occurs 0 t')) eqn:A.
  - injection H as <- <-. ands. match goal with B : is_bv0 t = true, C : is_bv0 s' = true |- _ => apply is_bv0_ok in B, C; subst end.
    rewrite !negb_true_iff in *. repeat split; try assumption; rewrite X; auto.
  - clear A. destruct (is_bv0 s &&& is_bv0 t' &&& negb (occurs 0 t) &&& negb (occurs 0 s')) eqn:A; [|discriminate].
    injection H as <- <-. ands. match goal with B : is_bv0 s = true, C : is_bv0 t' = true |- _ => apply is_bv0_ok in B, C; subst end.
    rewrite !negb_true_iff in *. repeat split; try assumption; rewrite X; auto.
Qed.
Definition says (f : form) := forall e, (truth p vars e f = Some true -> holds v (map (fun q => num (Q2R q)) e) f) /\ (truth p vars e f = Some false -> ~ holds v (map (fun q => num (Q2R q)) e) f).
Lemma truth_ok : forall f, says f.
Proof.
  fix IH 1. intros f e. destruct f as [| |r a b|a b|s g|]; cbn [truth].
  - split; [easy | discriminate].
  - split; [discriminate | easy].
  - destruct (value_in p vars e a) as [x|] eqn:E1; [|split; discriminate]. destruct (value_in p vars e b) as [y|] eqn:E2; [|split; discriminate].
    split; intros C; apply (vcmp_ok _ _ _ _ _ _ (value_in_ok _ _ _ E1) (value_in_ok _ _ _ E2)) in C; cbn [holds];
      [now apply rdec_iff | intros D; apply rdec_iff in D; congruence].
  - destruct (IH a e) as [A1 A2], (IH b e) as [B1 B2]. cbn [holds]. destruct (truth p vars e a) as [[|]|], (truth p vars e b) as [[|]|];
      split; intros; try discriminate; intuition.
  - destruct s; try (split; discriminate). destruct g as [| | |[| |[| |] s t| | |] [| | |[| |[| |] s' t'| | |] b| |]| |]; try (split; discriminate).
    destruct (bounds s t s' t') as [[lo hi]|] eqn:B; [|split; discriminate]. apply bounds_ok in B. destruct B as (O1 & O2 & B).
    destruct (value_in p vars (0 # 1 :: e) lo) as [[x|]|] eqn:E1; try (split; discriminate).
    destruct (value_in p vars (0 # 1 :: e) hi) as [[y|]|] eqn:E2; try (split; discriminate).
    apply value_in_ok in E1, E2. cbn [encloses map] in E1, E2.
    set (E := map (fun q => num (Q2R q)) e) in *.
    assert (L : forall z, denR v (z :: E) lo = Q2R x) by (intros z; rewrite denR_lower0 in * by exact O1; exact E1).
    assert (H : forall z, denR v (z :: E) hi = Q2R y) by (intros z; rewrite denR_lower0 in * by exact O2; exact E2).
    assert (Between : forall z, (denR v (cast TZ z :: E) s <= denR v (cast TZ z :: E) t -> denR v (cast TZ z :: E) s' <= denR v (cast TZ z :: E) t' ->
      holds v (cast TZ z :: E) b) <-> ((qceil x <= z)%Z -> (z <= qfloor y)%Z -> holds v (cast TZ z :: E) b)).
    { intros z. rewrite qceil_iff, qfloor_iff, <- (L (cast TZ z)), <- (H (cast TZ z)). apply B. }
    destruct (every_truth_ok (Z.to_nat (qfloor y - qceil x + 1)) (qceil x) (fun i => truth p vars (i :: e) b) (fun z => holds v (num z :: E) b)) as [T1 T2].
    { intros q. exact (IH b (q :: e)). }
    cbn [holds relR]. change (dom TZ) with Z. split; intros T.
    + intros z. apply Between. intros Z1 Z2. specialize (T1 T (Z.to_nat (z - qceil x))).
      replace (qceil x + Z.of_nat (Z.to_nat (z - qceil x)))%Z with z in T1 by lia. apply T1. lia.
    + intros A. destruct (T2 T) as (k & K & N). apply N. apply (proj1 (Between (qceil x + Z.of_nat k)%Z) (A _)); lia.
  - split; discriminate.
Qed.
End Sound.

Definition in_box (v : valuation) (b : box) := forall x s e, ends_of x s b = Some e ->
  (forall q, fst e = Some q -> Q2R q <= denR v [] (Var x s)) /\ (forall q, snd e = Some q -> denR v [] (Var x s) <= Q2R q).
Lemma box_hyps_ok v b : hsat v (box_hyps b) -> in_box v b.
Proof.
  induction b as [|[[y r] [lo hi]] b IH]; cbn [ends_of box_hyps]; intros S x s e K; [discriminate|].
  apply hunion_sat in S. destruct S as [S1 S]. apply hunion_sat in S. destruct S as [S2 S]. cbn [ends_of] in K.
  destruct (Pos.eqb x y &&& sort_eqb s r) eqn:E; [|now apply (IH S)]. apply if_and in E. destruct E as [E F]. apply Pos.eqb_eq in E. apply sort_eqb_eq in F.
  subst y r. injection K as <-. split; intros q Q; cbn [fst snd] in Q; subst.
  - assert (A := S1 _ (or_introl eq_refl)). apply (proj1 (key_ok _ _ _)), (proj1 (normal_form_ok _ _)) in A. exact A.
  - assert (A := S2 _ (or_introl eq_refl)). apply (proj1 (key_ok _ _ _)), (proj1 (normal_form_ok _ _)) in A. exact A.
Qed.
Lemma narrow_ok v x s e b : in_box v b -> (forall q, fst e = Some q -> Q2R q <= denR v [] (Var x s)) ->
  (forall q, snd e = Some q -> denR v [] (Var x s) <= Q2R q) -> in_box v (narrow x s e b).
Proof.
  intros Hb L U. assert (G : forall y r d, ends_of y r (narrow x s e b) = Some d -> ends_of y r b = Some d \/ (y = x /\ r = s /\ d = e)).
  { clear - b. induction b as [|[[z t] f] b IH]; cbn [narrow]; intros y r d K; [now left|].
    destruct (Pos.eqb x z &&& sort_eqb s t) eqn:E; cbn [ends_of] in *; (destruct (Pos.eqb y z &&& sort_eqb r t) eqn:F; [|auto]).
    - apply if_and in E, F. destruct E as [E1 E2], F as [F1 F2]. apply Pos.eqb_eq in E1, F1. apply sort_eqb_eq in E2, F2. subst. injection K as <-. auto.
    - now left. }
  intros y r d K. destruct (G _ _ _ K) as [K'|(-> & -> & ->)]; [now apply (Hb y r d) | now split].
Qed.
Lemma toQ_ok p q : contains (I.convert (toI p (VQ q))) (Xreal (Q2R q)).
Proof. now apply toI_ok. Qed.
Lemma box_value_ok v p b : in_box v b -> forall x s w, box_value p b x s = Some w -> encloses (denR v [] (Var x s)) w.
Proof.
  intros Hb x s w K. unfold box_value in K. destruct (ends_of x s b) as [[lo hi]|] eqn:E; [|discriminate]. destruct (Hb x s _ E) as [L U]. cbn [fst snd] in L, U.
  assert (T : match s with TR => do i <- upto p (lo, hi); Some (VI i) | _ => None end = Some w -> encloses (denR v [] (Var x s)) w).
  { clear K. intros K. destruct s; try discriminate. destruct (upto p (lo, hi)) as [i|] eqn:F; [|discriminate]. injection K as <-. cbn [encloses].
    set (X := denR v [] (Var x TR)) in *. clearbody X. cbn [upto] in F. 
    destruct lo as [l|], hi as [h|]; injection F as <-.
    - apply (contains_connected _ (Q2R l) (Q2R h)); [exact (I.join_correct _ _ _ (or_introl (toQ_ok p l))) | exact (I.join_correct _ _ _ (or_intror (toQ_ok p h)))|].
      split; auto.
    - assert (A := I.upper_extent_correct _ _ _ (toQ_ok p l) (L l eq_refl)). exact A.
    - assert (A := I.lower_extent_correct _ _ _ (toQ_ok p h) (U h eq_refl)). exact A.
    - apply I.whole_correct. }
  destruct lo as [l|], hi as [h|]; auto. destruct (Qeq_bool l h) eqn:F; auto. injection K as <-. cbn [encloses].
  apply Qeq_bool_eq, Qeq_eqR in F. specialize (L l eq_refl). specialize (U h eq_refl). rewrite <- F in U. now apply Rle_antisym.
Qed.
Lemma every_ok n lo f : every n lo f = true -> forall k, (k < n)%nat -> f (lo + Z.of_nat k)%Z = true.
Proof.
  induction n as [|n IH]; cbn [every]; intros H k K; [lia|]. destruct (f (lo + Z.of_nat n)%Z) eqn:E; [|discriminate].
  destruct (Nat.eq_dec k n) as [->|]; [exact E | apply IH; [exact H | lia]].
Qed.
Lemma covers_ok v goal t : forall b, in_box v b -> covers goal b t = true -> holds v [] goal.
Proof.
  induction t as [p|x t IH|x c l IHl r IHr]; intros b Hb K; cbn [covers] in K.
  - destruct (truth_ok p v _ (box_value_ok v p b Hb) goal []) as [T _]. apply T. now destruct (truth p _ [] goal) as [[|]|].
  - destruct (ends_of x TZ b) as [[[l|] [h|]]|] eqn:E; try discriminate. destruct (Hb _ _ _ E) as [L U]. specialize (L _ eq_refl). specialize (U _ eq_refl).
    cbn [fst snd den cast casts num] in L, U. set (z := v x TZ) in *. cbv zeta in K.
    apply qceil_iff in L. apply qfloor_iff in U. set (a := qceil l) in *.
    apply (every_ok _ _ _) with (k := Z.to_nat (z - a)) in K; [|lia].
    replace (a + Z.of_nat (Z.to_nat (z - a)))%Z with z in K by lia. revert K. apply IH, narrow_ok; [exact Hb| |];
      intros q [= <-]; rewrite Q2R_int; apply Rle_refl.
  - destruct (ends_of x TR b) as [[lo hi]|] eqn:E; [|discriminate]. destruct (Hb _ _ _ E) as [L U]. apply if_and in K. destruct K as [K1 K2].
    apply if_and in K1. destruct K1 as [_ K1].
    destruct (Rle_lt_dec (denR v [] (Var x TR)) (Q2R c)) as [C|C].
    + revert K1. apply IHl, narrow_ok; [exact Hb | exact L | intros q [= <-]; exact C].
    + revert K2. apply IHr, narrow_ok; [exact Hb | intros q [= <-]; now apply Rlt_le | exact U].
Qed.

(** * The rule: if the tree shows the formula, it holds wherever the variables are between their ends *)
Definition compute (goal : form) (b : box) (t : tree) : option fact :=
  if distinct b &&& covers goal b t then Some (Fact (box_hyps b) (normal_form goal)) else None.
Theorem compute_ok goal b t f : compute goal b t = Some f -> valid f.
Proof.
  unfold compute. destruct (distinct b &&& covers goal b t) eqn:E; [|discriminate]. apply if_and in E. destruct E as [_ E]. intros K. injection K as <-. intros v S. cbn [concl hyps] in *.
  apply normal_form_ok. apply (covers_ok v goal t b); [now apply box_hyps_ok | exact E].
Qed.
