(** Statements as a person writes them: integers in Z, reals in R, functions of their own types; ¬∀ is ∃, ¬(A → ¬B) is ∧.
    A text is what [statement_of] a formula computes to, by conversion: so whoever writes a text need not be trusted. *)
From Coq Require Import Reals ZArith QArith Qreals List Bool PArith Lra Lia FunctionalExtensionality Classical.
From Flocq Require Import Core.Raux.
From Lemmata Require Export Store.
Import ListNotations.
Local Open Scope lazy_bool_scope.

(** * What stands in texts *)

Fixpoint sort_dec (a b : sort) : {a = b} + {a <> b}.
Proof. decide equality. Defined.
(** Casting; where the sorts are the same, nothing, by conversion: so that a variable f : Z -> R stands for itself. *)
Definition pick (a b : sort) (d : dom a) : dom b :=
  match sort_dec a b with left H => eq_rect a dom d b H | right _ => cast a d b end.
Inductive entry := E (s : sort) (d : dom s).
Definition entry_value (x : entry) : value := match x with E s d => cast s d end.
Definition entry0 := E TR 0%R.
(** The valuation of a statement: each of its variables has a value, whatever else is asked for is 0. *)
Definition unset : valuation := fun _ s => num R0 s.
Definition set_var (x : positive) (a : sort) (d : dom a) (v : valuation) : valuation :=
  fun y s => if Pos.eqb y x then pick a s d else v y s.

Fixpoint sumN (n : nat) (lo : Z) (f : Z -> R) : R :=
  match n with O => 0 | S k => sumN k lo f + f (lo + Z.of_nat k)%Z end%R.
Fixpoint prodN (n : nat) (lo : Z) (f : Z -> R) : R :=
  match n with O => 1 | S k => prodN k lo f * f (lo + Z.of_nat k)%Z end%R.
Fixpoint maxN (n : nat) (lo : Z) (f : Z -> R) : R :=
  match n with O => 0 | S k => match k with O => f (lo + Z.of_nat k)%Z | _ => Rmax (maxN k lo f) (f (lo + Z.of_nat k)%Z) end end%R.
Definition sum (lo hi : Z) := sumN (Z.to_nat (hi - lo + 1)) lo.
Definition prod (lo hi : Z) := prodN (Z.to_nat (hi - lo + 1)) lo.
Definition max (lo hi : Z) := maxN (Z.to_nat (hi - lo + 1)) lo.
Definition bigZ (o : big_op) := match o with Sum => sum | Prod => prod | Max => max end.
Fixpoint zsumN (n : nat) (lo : Z) (f : Z -> Z) : Z :=
  match n with O => 0 | S k => zsumN k lo f + f (lo + Z.of_nat k) end%Z.
Fixpoint zprodN (n : nat) (lo : Z) (f : Z -> Z) : Z :=
  match n with O => 1 | S k => zprodN k lo f * f (lo + Z.of_nat k) end%Z.
Fixpoint zmaxN (n : nat) (lo : Z) (f : Z -> Z) : Z :=
  match n with O => 0 | S k => match k with O => f (lo + Z.of_nat k) | _ => Z.max (zmaxN k lo f) (f (lo + Z.of_nat k)) end end%Z.
Definition zsum (lo hi : Z) := zsumN (Z.to_nat (hi - lo + 1)) lo.
Definition zprod (lo hi : Z) := zprodN (Z.to_nat (hi - lo + 1)) lo.
Definition zmax (lo hi : Z) := zmaxN (Z.to_nat (hi - lo + 1)) lo.
Definition bigZZ (o : big_op) := match o with Sum => zsum | Prod => zprod | Max => zmax end.
Definition frac (p : Z) (q : positive) : R := match q with xH => IZR p | _ => (IZR p / IZR (Zpos q))%R end.
Definition m1 (t : term) : bool := match t with Num (Qmake (Zneg xH) xH) => true | _ => false end.
Definition relZ (r : rel) (x y : Z) : Prop := match r with RLe => (x <= y)%Z | RLt => (x < y)%Z | REq => x = y end.
Definition zdec (r : rel) (x y : Z) : bool := match r with RLe => Z.leb x y | RLt => Z.ltb x y | REq => Z.eqb x y end.

(** * From terms to texts *)

(** A term read at a sort: integers are compared and computed in Z. *)
Fixpoint read_term (v : valuation) (e : list entry) (t : term) {struct t} : forall s, dom s := fun s =>
  match t with
  | Var x r => pick r s (v x r)
  | Bv k r => match nth k e entry0 with E q d => pick r s (pick q r d) end
  | App a f x => read_term v e f (Arr a s) (read_term v e x a)
  | Lam r b => match s with TZ => 0%Z | TR => 0%R | Arr a c => fun x => read_term v (E r (pick a r x) :: e) b c end
  | Val z c => if z then pick TZ s (read_term v e c TZ) else pick TR s (read_term v e c TR)
  | Num c => match s with TZ => Qnum c | s => pick TR s (frac (Qnum c) (Qden c)) end
  | Add a b => match s with TZ => (read_term v e a TZ + read_term v e b TZ)%Z | s => pick TR s (read_term v e a TR + read_term v e b TR)%R end
  | Mul a b => match s with
               | TZ => if m1 a then (- read_term v e b TZ)%Z else (read_term v e a TZ * read_term v e b TZ)%Z
               | s => if m1 a then pick TR s (- read_term v e b TR)%R else pick TR s (read_term v e a TR * read_term v e b TR)%R
               end
  | Inv a => pick TR s (/ read_term v e a TR)%R
  | Exp a => pick TR s (exp (read_term v e a TR))
  | Log a => pick TR s (ln (read_term v e a TR))
  | Trig o a => pick TR s (trigR o (read_term v e a TR))
  | Abs a => match s with TZ => Z.abs (read_term v e a TZ) | s => pick TR s (Rabs (read_term v e a TR)) end
  | Ite r a b p q =>
      let c := if isint a &&& isint b then zdec r (read_term v e a TZ) (read_term v e b TZ) else rdec r (read_term v e a TR) (read_term v e b TR) in
      match s with
      | TZ => if c then read_term v e p TZ else read_term v e q TZ
      | s => pick TR s (if c then read_term v e p TR else read_term v e q TR)
      end
  | Big o lo hi b =>
      match s with
      | TZ => bigZZ o (read_term v e lo TZ) (read_term v e hi TZ) (fun i => read_term v (E TZ i :: e) b TZ)
      | s => pick TR s (bigZ o (read_term v e lo TZ) (read_term v e hi TZ) (fun i => read_term v (E TZ i :: e) b TR))
      end
  | _ => num 0 s
  end.
(** Whether the text of a term at a sort means what the term means. *)
Fixpoint readable (t : term) (s : sort) {struct t} : bool :=
  match t with
  | Var _ _ | Bv _ _ => true
  | App a f x => readable f (Arr a s) &&& readable x a
  | Lam r b => match s with Arr a c => readable b c | _ => true end
  | Val z c => readable c (if z then TZ else TR)
  | Num c => match s with TZ => isint t | _ => true end
  | Add a b | Mul a b => match s with TZ => isint t &&& readable a TZ &&& readable b TZ | _ => readable a TR &&& readable b TR end
  | Inv a | Exp a | Log a | Trig _ a => match s with TZ => false | _ => readable a TR end
  | Abs a => match s with TZ => isint t &&& readable a TZ | _ => readable a TR end
  | Ite _ a b p q => (if isint a &&& isint b then readable a TZ &&& readable b TZ else readable a TR &&& readable b TR) &&&
                     match s with TZ => isint t &&& readable p TZ &&& readable q TZ | _ => readable p TR &&& readable q TR end
  | Big _ lo hi b => isint lo &&& isint hi &&& readable lo TZ &&& readable hi TZ &&& match s with TZ => isint t &&& readable b TZ | _ => readable b TR end
  | _ => false
  end.
(** A formula, or (n) its negation: "not for all" is "exists", "not a implies b" is "a and not b". *)
Fixpoint read_form (v : valuation) (n : bool) (e : list entry) (f : form) {struct f} : Prop :=
  match f with
  | FTrue => if n then False else True
  | FFalse => if n then True else False
  | Rel r a b =>
      let p := if isint a &&& isint b then relZ r (read_term v e a TZ) (read_term v e b TZ) else relR r (read_term v e a TR) (read_term v e b TR) in
      if n then ~ p else p
  | Imp a b => match b, n with
               | FFalse, true => read_form v false e a
               | FFalse, false => read_form v true e a
               | _, true => read_form v false e a /\ read_form v true e b
               | _, false => read_form v false e a -> read_form v false e b
               end
  | All s a => if n then exists x : dom s, read_form v true (E s x :: e) a else forall x : dom s, read_form v false (E s x :: e) a
  | Deriv f x y =>
      let p := derivable_pt_lim (fun u => read_term v (E TR u :: e) f TR) (read_term v e x TR) (read_term v e y TR) in if n then ~ p else p
  end.
Fixpoint readable_form (f : form) : bool :=
  match f with
  | FTrue | FFalse => true
  | Rel _ a b => if isint a &&& isint b then readable a TZ &&& readable b TZ else readable a TR &&& readable b TR
  | Imp a b => readable_form a &&& readable_form b
  | All _ a => readable_form a
  | Deriv a b c => readable a TR &&& readable b TR &&& readable c TR
  end.
Fixpoint statement_of (v : valuation) (hs : list form) (c : form) : Prop :=
  match hs with [] => read_form v false [] c | h :: hs => read_form v false [] h -> statement_of v hs c end.

(** * Texts mean what the terms mean *)
Local Open Scope R_scope.
Lemma pick_ok a b d : pick a b d = cast a d b.
Proof. unfold pick. destruct (sort_dec a b) as [<-|]; [|reflexivity]. cbn [eq_rect]. now rewrite cast_id. Qed.
Lemma pick_num s x : pick TR s x = num x s.
Proof. apply pick_ok. Qed.
Lemma nth_toV k e : nth k (map entry_value e) (num 0) = entry_value (nth k e entry0).
Proof. change (num 0) with (entry_value entry0). apply map_nth. Qed.
Lemma frac_ok c : frac (Qnum c) (Qden c) = Q2R c.
Proof. destruct c as [a [b|b|]]; try reflexivity. cbn [frac Qnum Qden]. symmetry. apply Q2R_int. Qed.
Lemma isint_num t : isint t = true -> isnum t = true.
Proof. destruct t; try discriminate; try reflexivity; destruct s; try discriminate; reflexivity. Qed.
Lemma TZ_floor v e t : isnum t = true -> den v e t TZ = Zfloor (denR v e t).
Proof. intros H. exact (f_equal (fun w : value => w TZ) (isnum_ok v e t H)). Qed.
Lemma int_TZ v e t : isint t = true -> denR v e t = IZR (den v e t TZ).
Proof. intros H. rewrite TZ_floor by now apply isint_num. destruct (isint_ok v t H e) as [z ->]. now rewrite Zfloor_IZR. Qed.
Lemma m1_ok v e t : m1 t = true -> denR v e t = -1.
Proof. destruct t; try discriminate. destruct c as [[|a|[a|a|]] [b|b|]]; try discriminate. intros _. apply Q2R_m1. Qed.
Lemma m1_int t : m1 t = true -> isint t = true.
Proof. destruct t; try discriminate. destruct c as [[|a|[a|a|]] [b|b|]]; try discriminate. reflexivity. Qed.
Lemma zdec_ok r x y : zdec r x y = rdec r (IZR x) (IZR y).
Proof.
  apply Bool.eq_iff_eq_true. rewrite rdec_iff. destruct r; cbn [zdec relR].
  - rewrite Z.leb_le. split; [apply IZR_le | apply le_IZR].
  - rewrite Z.ltb_lt. split; [apply IZR_lt | apply lt_IZR].
  - rewrite Z.eqb_eq. split; [now intros -> | apply eq_IZR].
Qed.
Lemma relZ_ok r x y : relZ r x y <-> relR r (IZR x) (IZR y).
Proof.
  destruct r; cbn [relZ relR].
  - split; [apply IZR_le | apply le_IZR].
  - split; [apply IZR_lt | apply lt_IZR].
  - split; [now intros -> | apply eq_IZR].
Qed.
Lemma zbig_ok o n lo g f : (forall i, g (IZR i) = IZR (f i)) ->
  bigR o n (IZR lo) g = IZR ((match o with Sum => zsumN | Prod => zprodN | Max => zmaxN end) n lo f).
Proof.
  intros H. assert (X : forall k, g (IZR lo + IZR (Z.of_nat k)) = IZR (f (lo + Z.of_nat k)%Z)) by (intros k; now rewrite <- plus_IZR, H).
  destruct o; cbn [bigR]; induction n as [|n IH]; try reflexivity.
  - cbn [sumR zsumN]. now rewrite IH, X, plus_IZR.
  - cbn [prodR zprodN]. now rewrite IH, X, mult_IZR.
  - destruct n as [|n]; [exact (X 0%nat)|]. rewrite maxR_S, IH, X. cbn [zmaxN].
    match goal with |- Rmax (IZR ?a) (IZR ?b) = IZR (Z.max ?c ?d) => change c with a; change d with b; destruct (Z.max_spec a b) as [[L ->]|[L ->]] end;
    [apply Rmax_right, IZR_le; lia | apply Rmax_left, IZR_le; lia].
Qed.
Lemma big_ok o n lo g f : (forall i, g (IZR i) = f i) -> bigR o n (IZR lo) g = (match o with Sum => sumN | Prod => prodN | Max => maxN end) n lo f.
Proof.
  intros H. assert (X : forall k, g (IZR lo + IZR (Z.of_nat k)) = f (lo + Z.of_nat k)%Z) by (intros k; now rewrite <- plus_IZR, H).
  destruct o; cbn [bigR]; induction n as [|n IH]; try reflexivity.
  - cbn [sumR sumN]. now rewrite IH, X.
  - cbn [prodR prodN]. now rewrite IH, X.
  - destruct n as [|n]; [exact (X 0%nat)|]. rewrite maxR_S, IH, X. reflexivity.
Qed.
Ltac use_IH := repeat match goal with
  | IH : forall e s, readable ?t s = true -> read_term _ e ?t s = _, A : readable ?t ?s = true |- _ => rewrite (IH _ s A)
  end.
Lemma read_term_ok v t : forall e s, readable t s = true -> read_term v e t s = den v (map entry_value e) t s.
Proof.
  induction t; intros e sr H; try discriminate; cbn [readable] in H.
  - destruct sr; cbn [read_term den]; rewrite ?pick_num, ?frac_ok; try reflexivity.
    destruct c as [a [b|b|]]; try discriminate. cbn [num]. now rewrite Q2R_int, Zfloor_IZR.
  - apply pick_ok.
  - cbn [read_term den]. rewrite nth_toV. destruct (nth k e entry0) as [q d]. now rewrite !pick_ok.
  - cbn [read_term den]. destruct z; rewrite (IHt _ _ H), pick_ok; reflexivity.
  - ands. cbn [read_term den]. now rewrite IHt1, IHt2.
  - destruct sr as [| |a c]; try reflexivity. cbn [read_term den]. extensionality x. rewrite (IHt _ _ H). cbn [map entry_value]. now rewrite pick_ok.
  - assert (R : forall s, readable t1 TR &&& readable t2 TR = true -> pick TR s (read_term v e t1 TR + read_term v e t2 TR) = den v (map entry_value e) (Add t1 t2) s)
      by (intros s A; ands; rewrite pick_num; use_IH; reflexivity).
    destruct sr; try (exact (R _ H)). ands. cbn [read_term]. use_IH. rewrite (TZ_floor v _ (Add t1 t2)) by reflexivity. cbn [isint] in *. ands. cbn [den num].
    rewrite !int_TZ by assumption. now rewrite <- plus_IZR, Zfloor_IZR.
  - assert (R : forall s, readable t1 TR &&& readable t2 TR = true -> (if m1 t1 then pick TR s (- read_term v e t2 TR) else pick TR s (read_term v e t1 TR * read_term v e t2 TR)) = den v (map entry_value e) (Mul t1 t2) s).
    { intros s A. ands. use_IH. cbn [den]. destruct (m1 t1) eqn:M; rewrite pick_num; [|reflexivity]. rewrite (m1_ok v _ _ M). f_equal. rg. }
    destruct sr; try (exact (R _ H)). ands. cbn [read_term]. use_IH. rewrite (TZ_floor v _ (Mul t1 t2)) by reflexivity. cbn [isint] in *. ands. cbn [den num].
    destruct (m1 t1) eqn:M.
    + rewrite (m1_ok v _ _ M), (int_TZ v _ t2) by assumption. rewrite <- mult_IZR, Zfloor_IZR. lia.
    + rewrite !int_TZ by assumption. now rewrite <- mult_IZR, Zfloor_IZR.
  - destruct sr; try discriminate; cbn [read_term den]; rewrite pick_num; use_IH; reflexivity.
  - destruct sr; try discriminate; cbn [read_term den]; rewrite pick_num; use_IH; reflexivity.
  - destruct sr; try discriminate; cbn [read_term den]; rewrite pick_num; use_IH; reflexivity.
  - destruct sr; cbn [read_term]; [ands; use_IH; rewrite (TZ_floor v _ (Abs t)) by reflexivity; cbn [isint] in *; cbn [den num]; rewrite int_TZ by assumption; now rewrite <- abs_IZR, Zfloor_IZR|..];
      cbn [den]; rewrite pick_num; use_IH; reflexivity.
  - ands. assert (C : (if isint t1 &&& isint t2 then zdec r (read_term v e t1 TZ) (read_term v e t2 TZ) else rdec r (read_term v e t1 TR) (read_term v e t2 TR)) =
      rdec r (denR v (map entry_value e) t1) (denR v (map entry_value e) t2)).
    { destruct (isint t1 &&& isint t2) eqn:I; ands; use_IH; [|reflexivity]. rewrite zdec_ok. now rewrite <- !int_TZ. }
    cbn [read_term]. cbv zeta. rewrite C. clear C. destruct sr; ands; use_IH; rewrite ?pick_num; try reflexivity.
    rewrite (TZ_floor v _ (Ite r t1 t2 t3 t4)) by reflexivity. cbn [isint] in *. ands. cbn [den num]. destruct (rdec _ _ _); now rewrite TZ_floor by now apply isint_num.
  - ands. assert (R : forall s, readable t3 TR = true -> pick TR s (bigZ o (read_term v e t1 TZ) (read_term v e t2 TZ) (fun i => read_term v (E TZ i :: e) t3 TR)) = den v (map entry_value e) (Big o t1 t2 t3) s).
    { intros s A. rewrite pick_num. use_IH. cbn [den]. f_equal. rewrite !(int_TZ v _ t1), !(int_TZ v _ t2) by assumption. rewrite count_int.
      rewrite (big_ok o _ _ _ (fun i => read_term v (E TZ i :: e) t3 TR)); [destruct o; reflexivity|]. intros i. rewrite (IHt3 _ _ A), Zfloor_IZR. reflexivity. }
    destruct sr; try (apply R; assumption). ands. cbn [read_term]. use_IH. rewrite (TZ_floor v _ (Big o t1 t2 t3)) by reflexivity. cbn [isint] in *. cbn [den num].
    rewrite !(int_TZ v _ t1), !(int_TZ v _ t2) by assumption. rewrite count_int.
    rewrite (zbig_ok o _ _ _ (fun i => read_term v (E TZ i :: e) t3 TZ)); [rewrite Zfloor_IZR; destruct o; reflexivity|].
    intros i. rewrite (IHt3 _ TZ) by assumption. rewrite Zfloor_IZR. now rewrite int_TZ by assumption.
  - destruct sr; try discriminate; cbn [read_term den]; rewrite pick_num; use_IH; reflexivity.
Qed.
Lemma read_form_ok v f : readable_form f = true -> forall n e, read_form v n e f <-> if n then ~ holds v (map entry_value e) f else holds v (map entry_value e) f.
Proof.
  induction f as [| |r a b|a IHa b IHb|s a IH|a b c]; intros H n e; cbn [readable_form] in H.
  - destruct n; cbn [read_form holds]; tauto.
  - destruct n; cbn [read_form holds]; tauto.
  - cbn [holds read_form]. assert (P : (if isint a &&& isint b then relZ r (read_term v e a TZ) (read_term v e b TZ) else relR r (read_term v e a TR) (read_term v e b TR)) <->
      relR r (denR v (map entry_value e) a) (denR v (map entry_value e) b)).
    { destruct (isint a &&& isint b) eqn:I; ands; rewrite !read_term_ok by assumption; [|reflexivity]. rewrite relZ_ok. now rewrite <- !int_TZ. }
    cbv zeta. destruct n; now rewrite P.
  - apply if_and in H. destruct H as [H1 H2]. specialize (IHa H1). specialize (IHb H2).
    assert (A1 := IHa true e). assert (A2 := IHa false e). assert (B1 := IHb true e). assert (B2 := IHb false e). cbv iota in A1, A2, B1, B2.
    set (ha := holds v (map entry_value e) a) in *. set (hb := holds v (map entry_value e) b) in *.
    assert (P : (read_form v false e a -> read_form v false e b) <-> (ha -> hb)) by (rewrite A2, B2; reflexivity).
    assert (N : read_form v false e a /\ read_form v true e b <-> ~ (ha -> hb)).
    { rewrite A2, B1. split; [tauto | apply imply_to_and]. }
    assert (F : read_form v false e a <-> ~ (ha -> False)) by (rewrite A2; split; [tauto | apply NNPP]).
    destruct n, b; first [exact F | exact A1 | exact N | exact P].
  - specialize (IH H). cbn [holds read_form]. destruct n.
    + split; [intros [x X] N; apply (IH true (E s x :: e)) in X; apply X, N|]. intros N. apply NNPP. intros M. apply N. intros x. apply NNPP. intros X.
      apply M. exists x. now apply (IH true (E s x :: e)).
    + split; intros G x; apply (IH false (E s x :: e)), G.
  - cbn [holds read_form]. ands. rewrite !read_term_ok by assumption. replace (fun u => denR v (num u :: map entry_value e) a) with (fun u => read_term v (E TR u :: e) a TR); [destruct n; reflexivity|].
    extensionality u. now rewrite read_term_ok.
Qed.

(** * From what is proved to its text, and from a text that is assumed to what is cited *)
Definition nfact (r : fact) : fact := Fact (fold_right (fun h l => hadd (key (normal_form h)) l) [] (hyps r)) (normal_form (concl r)).
Definition legible (n r : fact) : bool := forallb readable_form (hyps r) &&& readable_form (concl r) &&& implied n (nfact r).
(** The text of a statement r that follows from a valid fact n. *)
Theorem read n r : valid n -> legible n r = true -> forall v, statement_of v (hyps r) (concl r).
Proof.
  unfold legible. intros V H v. apply if_and in H. destruct H as [H I]. apply if_and in H. destruct H as [H1 H2].
  apply (implied_ok _ _ V) in I. assert (G : hsat v (hyps r) -> read_form v false [] (concl r)).
  { intros S. apply (read_form_ok v _ H2 false []). cbn [map]. apply normal_form_ok. apply (I v). cbn [nfact hyps].
    clear - S. induction (hyps r) as [|h l IH]; cbn [fold_right]; [intros ? []|].
    assert (A : forall h l v, holds v [] h -> hsat v l -> hsat v (hadd h l)).
    { intros h' l' w A B g Gi. unfold hadd in Gi. destruct h'; try (destruct (mem _ l'); [now apply B | destruct Gi as [<-|Gi]; [exact A | now apply B]]). now apply B. }
    apply A; [apply key_ok, normal_form_ok, S; now left | apply IH; intros g Gi; apply S; now right]. }
  clear I V. revert G. rewrite forallb_forall in H1. induction (hyps r) as [|h l IH]; cbn [statement_of]; intros G; [apply G; intros ? []|].
  intros A. apply IH; [intros x X; apply H1; now right|]. intros S. apply G. intros g [<-|X]; [|now apply S].
  apply (read_form_ok v h (H1 h (or_introl eq_refl)) false []) in A. exact A.
Qed.
Definition says_so (f : form) (c : fact) : bool := readable_form f &&& implied (Fact [] (normal_form f)) c.
(** A citation is valid, if its text holds. *)
Theorem unread f c : says_so f c = true -> (forall v, read_form v false [] f) -> valid c.
Proof.
  unfold says_so. intros K P. apply if_and in K. destruct K as [K1 K2]. refine (implied_ok (Fact [] (normal_form f)) c _ K2). intros v _. cbn [concl].
  apply normal_form_ok. exact (proj1 (read_form_ok v f K1 false []) (P v)).
Qed.

(** Comparisons of real numbers, as conditions. *)
Notation "x <=? y" := (rdec RLe x y) (at level 70, no associativity) : R_scope.
Notation "x <? y" := (rdec RLt x y) (at level 70, no associativity) : R_scope.
Notation "x =? y" := (rdec REq x y) (at level 70, no associativity) : R_scope.
