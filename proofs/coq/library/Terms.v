(** Sorts, terms and formulas; what they mean; how they are compared; bound variables. As in proofs/kernel/terms.py.

    One type of terms serves for what is written in a proof and for normal forms, so that one meaning, one comparison
    and one substitution serve both. No term is ill formed: every function below is total, and where a term has a shape
    that is not expected, something harmless is returned. So soundness never needs an invariant; that terms have the
    expected shapes matters only for how much is accepted. *)
From Coq Require Import Reals ZArith QArith Qreals List Bool PArith Lra Lia FunctionalExtensionality.
From Flocq Require Import Core.Raux.
From Lemmata Require Export ErrorFunction.
Import ListNotations.
Local Open Scope lazy_bool_scope.

Inductive rel := RLe | RLt | REq.
Inductive big_op := Sum | Prod | Max.
Inductive trig := Sin | Cos | Atan | Erf.
(** Sorts, curried: the kernel's ((ZZ>R)ZZ>R) is (Z -> Z -> R) -> Z -> Z -> R, so that arity and order need no cases. *)
Inductive sort := TZ | TR | Arr (a b : sort).
(** Bound variables are de Bruijn indices. [Cast], [Poly] and [Mono] are made by the normal form alone. *)
Inductive term :=
| Num (c : Q)
| Var (x : positive) (s : sort)         (* a free variable, of a number or a function *)
| Bv (k : nat) (s : sort)
| Val (z : bool) (t : term)             (* the number that a full application is; an integer, if z *)
| App (s : sort) (f a : term)           (* f at an argument of sort s *)
| Lam (s : sort) (b : term)
| Add (a b : term) | Mul (a b : term) | Inv (a : term) | Exp (a : term) | Log (a : term) | Abs (a : term)
| Ite (r : rel) (a b p q : term)        (* p if a r b, else q *)
| Big (o : big_op) (lo hi body : term)  (* Σ, Π or max over the integers lo <= i <= hi *)
| Cast (s : sort) (a : term)            (* a read at sort s: only for what is not shown to be of that sort *)
| Poly (c : Q) (m p : term)             (* c * m + p; a polynomial ends with Num 0 *)
| Mono (a : term) (k : positive) (m : term)  (* a ^ k * m; a monomial ends with Exp e *)
| Trig (o : trig) (a : term).

(** Not, and, or, exists are written with implication, ∀ and falsity. [Deriv f x y]: u ↦ f (bound variable 0) is
    differentiable at x, with the derivative y. *)
Inductive form :=
| FTrue | FFalse | Rel (r : rel) (a b : term) | Imp (a b : form) | All (s : sort) (a : form)
| Deriv (f at_ v : term).

(** * Meaning

    A value answers at every sort. The number x is x at R, its floor at Z, and a constant function at sorts of functions;
    [cast s d] makes a value of d by reading it at other sorts. So the meaning of a term is total and nothing is ever ill
    sorted: a proof object that confuses sorts is not refused for it, but says something else, which is true if accepted.
    Conventions of the kernel: 1/0 = 0 (a lemma in Coq 8.16: [Rinv_0]), ln x = 0 for x <= 0 (Coq's definition), an empty
    sum is 0, an empty product 1, an empty maximum 0. *)
Fixpoint dom (s : sort) : Type := match s with TZ => Z | TR => R | Arr a b => dom a -> dom b end.
Notation value := (forall s : sort, dom s).
Fixpoint num (x : R) (s : sort) : dom s :=
  match s with TZ => Zfloor x | TR => x | Arr a b => fun _ => num x b end.
(** Both ways between two sorts: integers are reals, a real is read as its floor, functions are read argument and value. *)
Fixpoint casts (s : sort) : forall s', (dom s -> dom s') * (dom s' -> dom s) :=
  match s with
  | TZ => fun s' => (fun z => num (IZR z) s',
            match s' return dom s' -> Z with TZ => fun z => Zfloor (IZR z) | TR => Zfloor | Arr _ _ => fun _ => 0%Z end)
  | TR => fun s' => (fun x => num x s',
            match s' return dom s' -> R with TZ => IZR | TR => fun x => x | Arr _ _ => fun _ => 0%R end)
  | Arr a b => fun s' =>
      match s' return ((dom a -> dom b) -> dom s') * (dom s' -> dom a -> dom b) with
      | TZ => (fun _ => 0%Z, fun z => num (IZR z) (Arr a b))
      | TR => (fun _ => 0%R, fun x => num x (Arr a b))
      | Arr a' b' => (fun f x => fst (casts b b') (f (snd (casts a a') x)), fun f x => snd (casts b b') (f (fst (casts a a') x)))
      end
  end.
Definition cast (s : sort) (x : dom s) : value := fun s' => fst (casts s s') x.
(** A valuation gives each free variable a value. Nothing says that the value at Z and that at R agree: what is shown for
    all valuations is then shown for those that disagree with themselves, too, which is more than is needed. *)
Definition valuation := positive -> value.

Fixpoint sumR (n : nat) (lo : R) (f : R -> R) : R :=
  match n with O => 0 | S k => sumR k lo f + f (lo + IZR (Z.of_nat k)) end%R.
Fixpoint prodR (n : nat) (lo : R) (f : R -> R) : R :=
  match n with O => 1 | S k => prodR k lo f * f (lo + IZR (Z.of_nat k)) end%R.
Fixpoint maxR (n : nat) (lo : R) (f : R -> R) : R :=
  match n with
  | O => 0
  | S k => match k with O => f (lo + 0) | _ => Rmax (maxR k lo f) (f (lo + IZR (Z.of_nat k))) end
  end%R.
Definition count (lo hi : R) : nat := Z.to_nat (Zfloor (hi - lo) + 1).
Definition bigR (o : big_op) := match o with Sum => sumR | Prod => prodR | Max => maxR end.
Definition trigR (o : trig) : R -> R := match o with Sin => sin | Cos => cos | Atan => atan | Erf => erf end.
Definition rdec (r : rel) (x y : R) : bool :=
  match r with
  | RLe => if Rle_dec x y then true else false
  | RLt => if Rlt_dec x y then true else false
  | REq => if Req_EM_T x y then true else false
  end.
Definition relR (r : rel) (x y : R) : Prop := match r with RLe => x <= y | RLt => x < y | REq => x = y end%R.
(** The meaning of a term, where [e] gives the bound variables their values. *)
Fixpoint den (v : valuation) (e : list value) (t : term) {struct t} : value :=
  match t with
  | Num c => num (Q2R c)
  | Var x s => cast s (v x s)
  | Bv k s => cast s (nth k e (num 0) s)
  | Cast s a => cast s (den v e a s)
  | Val z t => num (if z then IZR (den v e t TZ) else den v e t TR)
  | App s f a => fun s' => den v e f (Arr s s') (den v e a s)
  | Lam s b => fun s' => match s' with
                         | TZ => 0%Z | TR => 0%R
                         | Arr a r => fun x => den v (cast s (cast a x s) :: e) b r
                         end
  | Add a b => num (den v e a TR + den v e b TR)
  | Mul a b => num (den v e a TR * den v e b TR)
  | Inv a => num (/ den v e a TR)
  | Exp a => num (exp (den v e a TR))
  | Log a => num (ln (den v e a TR))
  | Abs a => num (Rabs (den v e a TR))
  | Ite r a b p q => num (if rdec r (den v e a TR) (den v e b TR) then den v e p TR else den v e q TR)
  | Big o lo hi body =>
      num (bigR o (count (den v e lo TR) (den v e hi TR)) (den v e lo TR) (fun x => den v (num (IZR (Zfloor x)) :: e) body TR))
  | Poly c m p => num (Q2R c * den v e m TR + den v e p TR)
  | Mono a k m => num (den v e a TR ^ Pos.to_nat k * den v e m TR)
  | Trig o a => num (trigR o (den v e a TR))
  end%R.
Notation denR v e t := (den v e t TR : R).
Fixpoint holds (v : valuation) (e : list value) (f : form) {struct f} : Prop :=
  match f with
  | FTrue => True
  | FFalse => False
  | Rel r a b => relR r (denR v e a) (denR v e b)
  | Imp a b => holds v e a -> holds v e b
  | All s a => forall x : dom s, holds v (cast s x :: e) a
  | Deriv f x y => derivable_pt_lim (fun u => denR v (num u :: e) f) (denR v e x) (denR v e y)
  end.

(** * Comparison

    Calls are by value: nothing but [match] and [if] may stand for "and then". *)
Notation "a ;; b" := (match a with Eq => b | c => c end) (at level 60, right associativity).
Definition b_cmp (a b : bool) := match a, b with true, false => Gt | false, true => Lt | _, _ => Eq end.
Fixpoint sort_cmp (a b : sort) : comparison :=
  match a, b with
  | TZ, TZ | TR, TR => Eq
  | Arr a b, Arr c d => sort_cmp a c ;; sort_cmp b d
  | TZ, _ => Lt | TR, TZ => Gt | TR, _ => Lt | Arr _ _, _ => Gt
  end.
Definition sort_eqb a b := match sort_cmp a b with Eq => true | _ => false end.
Definition q_cmp (p q : Q) := Z.compare (Qnum p) (Qnum q) ;; Pos.compare (Qden p) (Qden q).
Definition rel_rank (r : rel) : positive := match r with RLe => 1 | RLt => 2 | REq => 3 end.
Definition trig_rank (o : trig) : positive := match o with Sin => 1 | Cos => 2 | Atan => 3 | Erf => 4 end.
Definition op_rank (r : big_op) : positive := match r with Sum => 1 | Prod => 2 | Max => 3 end.
Definition rank (t : term) : positive :=
  match t with
  | Num _ => 1 | Var _ _ => 2 | Bv _ _ => 3 | Cast _ _ => 15 | Val _ _ => 4 | Add _ _ => 5 | Mul _ _ => 6 | Inv _ => 7
  | Exp _ => 8 | Log _ => 9 | Abs _ => 10 | Ite _ _ _ _ _ => 11 | Big _ _ _ _ => 12 | Poly _ _ _ => 13 | Mono _ _ _ => 14
  | App _ _ _ => 16 | Lam _ _ => 17 | Trig _ _ => 18
  end.
Fixpoint cmp (a b : term) {struct a} : comparison :=
  match a, b with
  | Num p, Num q => q_cmp p q
  | Var x s, Var y r => Pos.compare x y ;; sort_cmp s r
  | Bv i s, Bv j r => Nat.compare i j ;; sort_cmp s r
  | Cast s a, Cast r b => sort_cmp s r ;; cmp a b
  | Val s a, Val r b => b_cmp s r ;; cmp a b
  | App s f a, App r g b => cmp f g ;; cmp a b ;; sort_cmp s r
  | Lam s a, Lam r b => sort_cmp s r ;; cmp a b
  | Add a1 a2, Add b1 b2 => cmp a1 b1 ;; cmp a2 b2
  | Mul a1 a2, Mul b1 b2 => cmp a1 b1 ;; cmp a2 b2
  | Inv a, Inv b => cmp a b
  | Exp a, Exp b => cmp a b
  | Log a, Log b => cmp a b
  | Abs a, Abs b => cmp a b
  | Ite r a1 a2 a3 a4, Ite s b1 b2 b3 b4 =>
      Pos.compare (rel_rank r) (rel_rank s) ;; cmp a1 b1 ;; cmp a2 b2 ;; cmp a3 b3 ;; cmp a4 b4
  | Big o a1 a2 a3, Big p b1 b2 b3 => Pos.compare (op_rank o) (op_rank p) ;; cmp a3 b3 ;; cmp a1 b1 ;; cmp a2 b2
  | Poly c m p, Poly d k q => cmp m k ;; q_cmp c d ;; cmp p q
  | Mono a i m, Mono b j k => cmp a b ;; Pos.compare i j ;; cmp m k
  | Trig o a, Trig p b => Pos.compare (trig_rank o) (trig_rank p) ;; cmp a b
  | _, _ => Pos.compare (rank a) (rank b)
  end.
Definition term_eqb a b := match cmp a b with Eq => true | _ => false end.
Fixpoint form_eqb (a b : form) : bool :=
  match a, b with
  | FTrue, FTrue | FFalse, FFalse => true
  | Rel r a1 a2, Rel s b1 b2 => Pos.eqb (rel_rank r) (rel_rank s) &&& term_eqb a2 b2 &&& term_eqb a1 b1
  | Imp a1 a2, Imp b1 b2 => form_eqb a1 b1 &&& form_eqb a2 b2
  | All s a, All r b => sort_eqb s r &&& form_eqb a b
  | Deriv a1 a2 a3, Deriv b1 b2 b3 => term_eqb a1 b1 &&& term_eqb a2 b2 &&& term_eqb a3 b3
  | _, _ => false
  end.

(** * Bound variables: [lift d] makes room for a new variable d, [lower d] takes it away where it does not occur *)
Fixpoint lift (d : nat) (t : term) : term :=
  match t with
  | Num _ | Var _ _ => t
  | Bv k s => if Nat.ltb k d then t else Bv (S k) s
  | Cast s a => Cast s (lift d a) | Val z a => Val z (lift d a)
  | App s f a => App s (lift d f) (lift d a) | Lam s b => Lam s (lift (S d) b)
  | Add a b => Add (lift d a) (lift d b)
  | Mul a b => Mul (lift d a) (lift d b)
  | Inv a => Inv (lift d a) | Exp a => Exp (lift d a) | Log a => Log (lift d a) | Abs a => Abs (lift d a)
  | Ite r a b p q => Ite r (lift d a) (lift d b) (lift d p) (lift d q)
  | Big o lo hi b => Big o (lift d lo) (lift d hi) (lift (S d) b)
  | Poly c m p => Poly c (lift d m) (lift d p)
  | Mono a k m => Mono (lift d a) k (lift d m)
  | Trig o a => Trig o (lift d a)
  end.
Fixpoint lower (d : nat) (t : term) : term :=
  match t with
  | Num _ | Var _ _ => t
  | Bv k s => if Nat.ltb k d then t else Bv (pred k) s
  | Cast s a => Cast s (lower d a) | Val z a => Val z (lower d a)
  | App s f a => App s (lower d f) (lower d a) | Lam s b => Lam s (lower (S d) b)
  | Add a b => Add (lower d a) (lower d b)
  | Mul a b => Mul (lower d a) (lower d b)
  | Inv a => Inv (lower d a) | Exp a => Exp (lower d a) | Log a => Log (lower d a) | Abs a => Abs (lower d a)
  | Ite r a b p q => Ite r (lower d a) (lower d b) (lower d p) (lower d q)
  | Big o lo hi b => Big o (lower d lo) (lower d hi) (lower (S d) b)
  | Poly c m p => Poly c (lower d m) (lower d p)
  | Mono a k m => Mono (lower d a) k (lower d m)
  | Trig o a => Trig o (lower d a)
  end.
Fixpoint occurs (d : nat) (t : term) : bool :=
  match t with
  | Num _ | Var _ _ => false
  | Bv k _ => Nat.eqb k d
  | Cast _ a | Val _ a => occurs d a
  | App _ f a => occurs d f ||| occurs d a | Lam _ b => occurs (S d) b
  | Add a b => occurs d a ||| occurs d b
  | Mul a b => occurs d a ||| occurs d b
  | Inv a => occurs d a | Exp a => occurs d a | Log a => occurs d a | Abs a => occurs d a
  | Ite r a b p q => occurs d a ||| occurs d b ||| occurs d p ||| occurs d q
  | Big o lo hi b => occurs d lo ||| occurs d hi ||| occurs (S d) b
  | Poly c m p => occurs d m ||| occurs d p
  | Mono a k m => occurs d a ||| occurs d m
  | Trig _ a => occurs d a
  end.
(** A free variable occurs, at whatever sort. *)
Fixpoint has_var (x : positive) (t : term) : bool :=
  match t with
  | Num _ | Bv _ _ => false
  | Var y _ => Pos.eqb x y
  | Cast _ a | Val _ a => has_var x a
  | App _ f a => has_var x f ||| has_var x a | Lam _ b => has_var x b
  | Add a b => has_var x a ||| has_var x b
  | Mul a b => has_var x a ||| has_var x b
  | Inv a => has_var x a | Exp a => has_var x a | Log a => has_var x a | Abs a => has_var x a
  | Ite r a b p q => has_var x a ||| has_var x b ||| has_var x p ||| has_var x q
  | Big o lo hi b => has_var x lo ||| has_var x hi ||| has_var x b
  | Poly c m p => has_var x m ||| has_var x p
  | Mono a k m => has_var x a ||| has_var x m
  | Trig _ a => has_var x a
  end.
Fixpoint has_var_form (x : positive) (f : form) : bool :=
  match f with
  | FTrue | FFalse => false
  | Rel r a b => has_var x a ||| has_var x b
  | Imp a b => has_var_form x a ||| has_var_form x b
  | All _ a => has_var_form x a
  | Deriv a b c => has_var x a ||| has_var x b ||| has_var x c
  end.
(** Room for a new variable d in a formula. *)
Fixpoint lift_form (d : nat) (f : form) : form :=
  match f with
  | FTrue | FFalse => f
  | Rel r a b => Rel r (lift d a) (lift d b)
  | Imp a b => Imp (lift_form d a) (lift_form d b)
  | All s a => All s (lift_form (S d) a)
  | Deriv a b c => Deriv (lift (S d) a) (lift d b) (lift d c)
  end.

(** * What these functions do to the meaning *)
Local Open Scope R_scope.
Ltac rg := first [ring | symmetry; ring | reflexivity | apply Rminus_diag_uniq; ring].
Lemma if_and (a b : bool) : (if a then b else false) = true -> a = true /\ b = true.
Proof. now destruct a. Qed.
Lemma if_or (a b : bool) : (if a then true else b) = false -> a = false /\ b = false.
Proof. now destruct a. Qed.
Ltac ands := repeat match goal with H : (if _ then _ else false) = true |- _ => apply if_and in H; destruct H end.
Ltac all_eq := repeat match goal with
  | H : (match ?c with Eq => _ | Lt => _ | Gt => _ end) = Eq |- _ => destruct c eqn:?; try discriminate H
  end.
Lemma q_cmp_eq p q : q_cmp p q = Eq -> p = q.
Proof.
  destruct p as [a b], q as [c d]. unfold q_cmp; simpl. intros H. all_eq.
  apply Z.compare_eq in Heqc0. apply Pos.compare_eq in H. now subst.
Qed.
Lemma b_cmp_eq a b : b_cmp a b = Eq -> a = b.
Proof. now destruct a, b. Qed.
Lemma rel_rank_eq r s : Pos.compare (rel_rank r) (rel_rank s) = Eq -> r = s.
Proof. now destruct r, s. Qed.
Lemma sort_cmp_eq a : forall b, sort_cmp a b = Eq -> a = b.
Proof.
  induction a; destruct b; simpl; try discriminate; auto. intros H. destruct (sort_cmp a1 b1) eqn:E; try discriminate. f_equal; auto.
Qed.
Lemma sort_eqb_eq a b : sort_eqb a b = true -> a = b.
Proof. unfold sort_eqb. destruct (sort_cmp a b) eqn:E; try discriminate. intros _. now apply sort_cmp_eq. Qed.
Lemma op_rank_eq r s : Pos.compare (op_rank r) (op_rank s) = Eq -> r = s.
Proof. now destruct r, s. Qed.
Lemma trig_rank_eq o p : Pos.compare (trig_rank o) (trig_rank p) = Eq -> o = p.
Proof. now destruct o, p. Qed.
Lemma cmp_eq a : forall b, cmp a b = Eq -> a = b.
Proof.
  induction a; intros b H; destruct b; simpl in H; try discriminate H; all_eq;
  repeat match goal with
  | H : Pos.compare (rel_rank _) (rel_rank _) = Eq |- _ => apply rel_rank_eq in H
  | H : Pos.compare (op_rank _) (op_rank _) = Eq |- _ => apply op_rank_eq in H
  | H : Pos.compare (trig_rank _) (trig_rank _) = Eq |- _ => apply trig_rank_eq in H
  | H : Pos.compare _ _ = Eq |- _ => apply Pos.compare_eq in H
  | H : Nat.compare _ _ = Eq |- _ => apply PeanoNat.Nat.compare_eq in H
  | H : b_cmp _ _ = Eq |- _ => apply b_cmp_eq in H
  | H : sort_cmp _ _ = Eq |- _ => apply sort_cmp_eq in H
  | H : q_cmp _ _ = Eq |- _ => apply q_cmp_eq in H
  | IH : forall b, cmp ?a b = Eq -> ?a = b, H : cmp ?a _ = Eq |- _ => apply IH in H
  end; subst; reflexivity.
Qed.
Lemma term_eqb_eq a b : term_eqb a b = true -> a = b.
Proof. unfold term_eqb. destruct (cmp a b) eqn:E; try discriminate. intros _. now apply cmp_eq. Qed.
Lemma form_eqb_eq a : forall b, form_eqb a b = true -> a = b.
Proof.
  induction a; intros c H; destruct c; simpl in H; try discriminate H; try reflexivity;
  repeat match goal with H : (if ?x then _ else _) = true |- _ => destruct x eqn:?; try discriminate H end;
  repeat match goal with
  | H : Pos.eqb (rel_rank ?r) (rel_rank ?s) = true |- _ => assert (r = s) by (destruct r, s; simpl in H; try discriminate H; reflexivity); clear H
  | H : term_eqb _ _ = true |- _ => apply term_eqb_eq in H
  | H : sort_eqb _ _ = true |- _ => apply sort_eqb_eq in H
  | IH : forall b, form_eqb ?a b = true -> ?a = b, H : form_eqb ?a _ = true |- _ => apply IH in H
  end; subst; reflexivity.
Qed.

Lemma bigR_ext o n lo f g : (forall x, f x = g x) -> bigR o n lo f = bigR o n lo g.
Proof. intros H. now replace g with f by (extensionality x; apply H). Qed.
Lemma value_ext (f g : value) : (forall s, f s = g s) -> f = g.
Proof. apply functional_extensionality_dep. Qed.
Lemma casts_sym s : forall s', snd (casts s s') = fst (casts s' s) /\ fst (casts s s') = snd (casts s' s).
Proof.
  induction s; destruct s'; try (split; reflexivity). cbn [casts fst snd].
  destruct (IHs1 s'1) as [A1 A2], (IHs2 s'2) as [B1 B2]. now rewrite A1, A2, B1, B2.
Qed.
Lemma cast_arr a b f a' b' : cast (Arr a b) f (Arr a' b') = fun x => cast b (f (cast a' x a)) b'.
Proof. unfold cast. cbn [casts fst]. destruct (casts_sym a a') as [-> _]. reflexivity. Qed.
(** At its own sort a value is what it was; through a richer sort nothing is lost. *)
Lemma cast_id s : forall d, cast s d s = d.
Proof.
  induction s; intros d; [apply Zfloor_IZR | reflexivity|]. rewrite cast_arr. extensionality x. now rewrite IHs1, IHs2.
Qed.
Fixpoint fit (own s : sort) : bool :=
  match own, s with
  | TZ, TZ | TZ, TR | TR, TR => true
  | Arr a b, Arr a' b' => sort_eqb a a' &&& fit b b'
  | _, _ => false
  end.
Lemma cast_fit own : forall s, fit own s = true -> forall x, cast s (cast own x s) = cast own x.
Proof.
  induction own; destruct s; cbn [fit]; try discriminate; intros H x; try reflexivity.
  - now rewrite cast_id.
  - destruct (sort_eqb own1 s1) eqn:E; [|discriminate]. apply sort_eqb_eq in E. subst s1. apply value_ext. intros [| |a b]; try reflexivity.
    rewrite !cast_arr. extensionality y. rewrite cast_id. now rewrite IHown2.
Qed.
Definition base (s : sort) := match s with Arr _ _ => false | _ => true end.
Lemma cast_base s d : base s = true -> cast s d = num (cast s d TR).
Proof. destruct s; try discriminate; reflexivity. Qed.
Lemma rdec_iff r x y : rdec r x y = true <-> relR r x y.
Proof.
  destruct r; simpl; [destruct (Rle_dec x y) | destruct (Rlt_dec x y) | destruct (Req_EM_T x y)]; split; intros; try tauto; discriminate.
Qed.
Lemma rdec_shift r x y : rdec r x y = rdec r 0 (y - x).
Proof.
  apply Bool.eq_iff_eq_true. rewrite !rdec_iff. destruct r; simpl; lra.
Qed.
Lemma relR_shift r x y : relR r x y <-> relR r 0 (y - x).
Proof. destruct r; simpl; lra. Qed.

Lemma nth_mid1 (e1 e2 : list value) x k d : Nat.ltb k (length e1) = true -> nth k (e1 ++ x :: e2) d = nth k (e1 ++ e2) d.
Proof. intros H. apply PeanoNat.Nat.ltb_lt in H. now rewrite !app_nth1. Qed.
Lemma nth_mid2 (e1 e2 : list value) x k d : Nat.ltb k (length e1) = false -> nth (S k) (e1 ++ x :: e2) d = nth k (e1 ++ e2) d.
Proof.
  intros H. apply PeanoNat.Nat.ltb_ge in H. rewrite !app_nth2 by lia.
  now replace (S k - length e1)%nat with (S (k - length e1)) by lia.
Qed.
Section Binding.
Variable v : valuation.
Notation D e t := (den v e t TR : R).

Lemma den_lift t : forall e1 e2 x, den v (e1 ++ x :: e2) (lift (length e1) t) = den v (e1 ++ e2) t.
Proof.
  induction t; intros e1 e2 y; cbn [den lift];
  try (repeat match goal with H : forall e1 e2 x, _ = _ |- _ => rewrite H; clear H end; reflexivity).
  - destruct (Nat.ltb k (length e1)) eqn:E; cbn [den]; [now rewrite nth_mid1 | now rewrite nth_mid2].
  - apply value_ext. intros [| |a r]; try reflexivity. extensionality x. exact (f_equal (fun w : value => w r) (IHt (cast s (cast a x s) :: e1) e2 y)).
  - rewrite IHt1, IHt2. f_equal. apply bigR_ext. intros x. exact (f_equal (fun w : value => w TR) (IHt3 (num (IZR (Zfloor x)) :: e1) e2 y)).
Qed.
Lemma denR_lift t e1 e2 x : D (e1 ++ x :: e2) (lift (length e1) t) = D (e1 ++ e2) t.
Proof. now rewrite den_lift. Qed.
Lemma den_lift0 t e x : den v (x :: e) (lift 0 t) = den v e t.
Proof. apply (den_lift t []). Qed.
Lemma denR_lift0 t e x : D (x :: e) (lift 0 t) = D e t.
Proof. now rewrite den_lift0. Qed.
Ltac split_if H := repeat match goal with H : (if ?x then _ else _) = false |- _ => destruct x eqn:?; try discriminate H end.
Lemma den_lower t : forall e1 e2 x, occurs (length e1) t = false -> den v (e1 ++ x :: e2) t = den v (e1 ++ e2) (lower (length e1) t).
Proof.
  induction t; intros e1 e2 y H; cbn [occurs den lower] in *; split_if H;
  try (repeat match goal with
  | IH : forall e1 e2 x, occurs _ ?t = false -> _ , H : occurs _ ?t = false |- _ => first [rewrite (IH _ _ _ H); clear H | fail]
  end; reflexivity).
  - apply PeanoNat.Nat.eqb_neq in H. destruct (Nat.ltb k (length e1)) eqn:E; cbn [den].
    + now rewrite nth_mid1.
    + assert (E' := E). apply PeanoNat.Nat.ltb_ge in E'. destruct k as [|k]; [lia|]. cbn [pred]. rewrite nth_mid2; [reflexivity|].
      apply PeanoNat.Nat.ltb_ge. lia.
  - apply value_ext. intros [| |a r]; try reflexivity. extensionality x. exact (f_equal (fun w : value => w r) (IHt (cast s (cast a x s) :: e1) e2 y H)).
  - rewrite IHt1, IHt2 by assumption. f_equal. apply bigR_ext. intros x. exact (f_equal (fun w : value => w TR) (IHt3 (num (IZR (Zfloor x)) :: e1) e2 y ltac:(assumption))).
Qed.
Lemma denR_lower t e1 e2 x : occurs (length e1) t = false -> D (e1 ++ x :: e2) t = D (e1 ++ e2) (lower (length e1) t).
Proof. intros H. now rewrite den_lower. Qed.
Lemma den_lower0 t e x : occurs 0 t = false -> den v (x :: e) t = den v e (lower 0 t).
Proof. apply (den_lower t []). Qed.
Lemma denR_lower0 t e x : occurs 0 t = false -> D (x :: e) t = D e (lower 0 t).
Proof. intros H. now rewrite den_lower0. Qed.
End Binding.
Lemma holds_lift v f : forall e1 e2 x, holds v (e1 ++ x :: e2) (lift_form (length e1) f) <-> holds v (e1 ++ e2) f.
Proof.
  induction f; intros e1 e2 y; cbn [holds lift_form].
  - tauto.
  - tauto.
  - now rewrite !den_lift.
  - now rewrite IHf1, IHf2.
  - split; intros K x; apply (IHf (cast s x :: e1) e2 y), K.
  - rewrite !den_lift. replace (fun u => denR v (num u :: e1 ++ y :: e2) (lift (S (length e1)) f)) with (fun u => denR v (num u :: e1 ++ e2) f); [reflexivity|].
    extensionality u. symmetry. exact (f_equal (fun w : value => w TR) (den_lift v f (num u :: e1) e2 y)).
Qed.

(** A valuation changed at one variable: what does not mention it keeps its meaning. *)
Definition upd (v : valuation) (x : positive) (w : value) : valuation := fun y => if Pos.eqb y x then w else v y.
Lemma has_var_upd v x w t : has_var x t = false -> forall e, den (upd v x w) e t = den v e t.
Proof.
  induction t; cbn [has_var]; intros N e;
  repeat match goal with H : (if _ then true else _) = false |- _ => apply if_or in H; destruct H end;
  repeat match goal with IH : has_var x ?t = false -> _, H : has_var x ?t = false |- _ => specialize (IH H) end;
  cbn [den]; try (repeat match goal with IH : forall e, den _ e ?t = den _ e ?t |- _ => rewrite IH end; reflexivity).
  - unfold upd. rewrite Pos.eqb_sym. now rewrite N.
  - apply value_ext. intros [| |a r]; try reflexivity. extensionality y. now rewrite IHt.
  - rewrite IHt1, IHt2. f_equal. apply bigR_ext. intros y. now rewrite IHt3.
Qed.
Lemma has_var_form_upd v x w f : has_var_form x f = false -> forall e, holds (upd v x w) e f <-> holds v e f.
Proof.
  induction f; cbn [has_var_form]; intros N e;
  repeat match goal with H : (if _ then true else _) = false |- _ => apply if_or in H; destruct H end; cbn [holds].
  - tauto.
  - tauto.
  - now rewrite !has_var_upd.
  - now rewrite IHf1, IHf2.
  - split; intros G y; now apply (IHf N), G.
  - rewrite !has_var_upd by assumption.
    replace (fun u => denR (upd v x w) (num u :: e) f) with (fun u => denR v (num u :: e) f); [reflexivity|].
    extensionality u. now rewrite has_var_upd.
Qed.
