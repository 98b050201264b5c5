(** Derivatives and the mean value theorem. As in proofs/kernel/rules.py, "calculus". A function of a real x is given by a
    template ∀x. f(x) = 0. *)
From Coq Require Import Reals ZArith QArith Qreals List Bool PArith Lra Lia FunctionalExtensionality.
From Flocq Require Import Core.Raux.
From Coquelicot Require Import Coquelicot.
From Lemmata Require Export Functions.
Import ListNotations.
Local Open Scope lazy_bool_scope.

(** * Derivatives of terms *)

Definition zero := Num (0#1).
(** √π, where π is 4 atan 1. *)
Definition sqrt_pi : term := Exp (Mul (Num (1#2)) (Log (Mul (Num (4#1)) (Trig Atan (Num (1#1)))))).
(** The derivative of sin, cos, atan or erf at a. *)
Definition slope (o : trig) (a : term) : term :=
  match o with
  | Sin => Trig Cos a
  | Cos => Mul (Num (-1#1)) (Trig Sin a)
  | Atan => Inv (Add (Num (1#1)) (Mul a a))
  | Erf => Mul (Mul (Num (2#1)) (Inv sqrt_pi)) (Exp (Mul (Num (-1#1)) (Mul a a)))
  end.
(** The derivative by bound variable x, of a term as it is written; None for |.|, max, Π and conditions on x. *)
Fixpoint diff (x : nat) (t : term) : option term :=
  if negb (occurs x t) then Some (Num (0#1))
  else match t with
  | Bv k TR => Some (Num (1#1))
  | Add a b => do a' <- diff x a; do b' <- diff x b; Some (Add a' b')
  | Mul a b => do a' <- diff x a; do b' <- diff x b; Some (Add (Mul a' b) (Mul a b'))
  | Exp a => do a' <- diff x a; Some (Mul t a')
  | Trig o a => do a' <- diff x a; Some (Mul (slope o a) a')
  | Inv a => do a' <- diff x a; Some (Mul (Mul (Num (-1#1)) (Mul t t)) a')
  | Log a => do a' <- diff x a; Some (Mul (Inv a) a')
  | Ite r a b p q => if occurs x a ||| occurs x b then None else do p' <- diff x p; do q' <- diff x q; Some (Ite r a b p' q')
  | Big Sum lo hi b => if occurs x lo ||| occurs x hi ||| negb (isint lo) then None else do b' <- diff (S x) b; Some (Big Sum lo hi b')
  | _ => None
  end.
(** What must hold at the point: of each list, one formula. *)
Fixpoint conditions (x : nat) (t : term) : list (list form) :=
  if negb (occurs x t) then []
  else match t with
  | Add a b | Mul a b => conditions x a ++ conditions x b
  | Exp a | Trig _ a => conditions x a
  | Inv a => [Rel RLt zero a; Rel RLt a zero; Imp (Rel REq a zero) FFalse] :: conditions x a
  | Log a => [Rel RLt zero a] :: conditions x a
  | Ite r a b p q => conditions x p ++ conditions x q
  | Big o lo hi b => map (map (fun c => All TZ (Imp (Rel RLe (lift 0 lo) (Bv 0 TZ)) (Imp (Rel RLe (Bv 0 TZ) (lift 0 hi)) c)))) (conditions (S x) b)
  | _ => []
  end.

Local Open Scope R_scope.
Definition met v e (cs : list (list form)) := forall l, In l cs -> exists c, In c l /\ holds v e c.
Lemma met_app v e a b : met v e (a ++ b) -> met v e a /\ met v e b.
Proof. intros H. split; intros l L; apply H, in_or_app; auto. Qed.
Lemma lim_ext (f g : R -> R) x l : (forall u, f u = g u) -> derivable_pt_lim f x l -> derivable_pt_lim g x l.
Proof. intros H. now replace g with f by (extensionality u; apply H). Qed.
Lemma sum_lim n : forall lo (F : R -> R -> R) (G : R -> R) r,
  (forall k, (k < n)%nat -> derivable_pt_lim (fun u => F u (lo + IZR (Z.of_nat k))) r (G (lo + IZR (Z.of_nat k)))) ->
  derivable_pt_lim (fun u => sumR n lo (F u)) r (sumR n lo G).
Proof.
  induction n as [|n IH]; intros lo F G r H; cbn [sumR].
  - apply (derivable_pt_lim_const 0).
  - apply (derivable_pt_lim_plus (fun u => sumR n lo (F u)) (fun u => F u (lo + IZR (Z.of_nat n)))); [apply IH; intros; apply H; lia | apply H; lia].
Qed.
Lemma slope_ok v e o a : derivable_pt_lim (trigR o) (denR v e a) (denR v e (slope o a)).
Proof.
  destruct o; cbn [slope den num trigR].
  - apply derivable_pt_lim_sin.
  - rewrite Q2R_m1. replace (-1 * sin (denR v e a)) with (- sin (denR v e a)) by ring. apply derivable_pt_lim_cos.
  - rewrite Q2R_1. replace (denR v e a * denR v e a) with (denR v e a ^ 2) by ring. apply derivable_pt_lim_atan.
  - assert (P := PI_RGT_0). assert (S : exp (Q2R (1 # 2) * ln (Q2R (4 # 1) * atan (Q2R (1 # 1)))) = sqrt PI).
    { rewrite Q2R_1, atan_1. replace (Q2R (4 # 1) * (PI / 4)) with PI by (unfold Q2R; simpl; field). replace (Q2R (1 # 2)) with (/ 2) by (unfold Q2R; simpl; field).
      now apply Rpower_sqrt. }
    cbn [den num trigR sqrt_pi]. rewrite S, Q2R_m1. replace (Q2R (2 # 1) * / sqrt PI * exp (-1 * (denR v e a * denR v e a))) with (2 / sqrt PI * bell (denR v e a)).
    + apply is_derive_Reals, erf_derive.
    + unfold bell, Rdiv. replace (Q2R (2 # 1)) with 2 by (unfold Q2R; simpl; field). do 2 f_equal. ring.
Qed.
Lemma diff_ok v t : forall e1 e2 r d, diff (length e1) t = Some d -> met v (e1 ++ num r :: e2) (conditions (length e1) t) ->
  derivable_pt_lim (fun u => denR v (e1 ++ num u :: e2) t) r (denR v (e1 ++ num r :: e2) d).
Proof.
  assert (K : forall t e1 e2 r, occurs (length e1) t = false -> derivable_pt_lim (fun u => denR v (e1 ++ num u :: e2) t) r (denR v (e1 ++ num r :: e2) (Num (0#1)))).
  { intros s e1 e2 r O. cbn [den num]. rewrite Q2R_0. apply lim_ext with (fun _ => denR v (e1 ++ e2) (lower (length e1) s)).
    - intros u. symmetry. now apply denR_lower.
    - apply (derivable_pt_lim_const (denR v (e1 ++ e2) (lower (length e1) s))). }
  induction t; intros e1 e2 zz d H M; cbn [diff conditions] in H, M;
  match type of H with (if negb ?x then _ else _) = _ => destruct x eqn:O; cbn [negb] in H, M; [|injection H as <-; now apply K] end; try discriminate.
  - destruct s; try discriminate. injection H as <-. cbn [occurs] in O. apply PeanoNat.Nat.eqb_eq in O. subst k. cbn [den num]. rewrite Q2R_1.
    apply lim_ext with (fun u => u); [|apply derivable_pt_lim_id].
    intros u. rewrite app_nth2 by lia. rewrite PeanoNat.Nat.sub_diag. reflexivity.
  - destruct (diff (length e1) t1) as [a'|] eqn:E1; [|discriminate]. destruct (diff (length e1) t2) as [b'|] eqn:E2; [|discriminate]. injection H as <-.
    apply met_app in M. destruct M as [mone M2]. cbn [den num].
    exact (derivable_pt_lim_plus _ _ _ _ _ (IHt1 _ _ _ _ E1 mone) (IHt2 _ _ _ _ E2 M2)).
  - destruct (diff (length e1) t1) as [a'|] eqn:E1; [|discriminate]. destruct (diff (length e1) t2) as [b'|] eqn:E2; [|discriminate]. injection H as <-.
    apply met_app in M. destruct M as [mone M2]. cbn [den num].
    exact (derivable_pt_lim_mult _ _ _ _ _ (IHt1 _ _ _ _ E1 mone) (IHt2 _ _ _ _ E2 M2)).
  - destruct (diff (length e1) t) as [a'|] eqn:E; [|discriminate]. injection H as <-. cbn [den num]. rewrite Q2R_m1.
    assert (N : denR v (e1 ++ num zz :: e2) t <> 0).
    { destruct (M _ (or_introl eq_refl)) as (c & [<-|[<-|[<-|[]]]] & C); cbn [holds relR] in C; unfold zero in C; cbn [den num] in C; rewrite Q2R_0 in C; [lra | lra | exact C]. }
    assert (M' : met v (e1 ++ num zz :: e2) (conditions (length e1) t)) by (intros l L; apply M; now right).
    apply is_derive_Reals. assert (D := IHt _ _ _ _ E M'). apply is_derive_Reals in D.
    assert (I := is_derive_inv _ _ _ D N). 
    replace (-1 * (/ denR v (e1 ++ num zz :: e2) t * / denR v (e1 ++ num zz :: e2) t) * denR v (e1 ++ num zz :: e2) a')
      with (- denR v (e1 ++ num zz :: e2) a' / denR v (e1 ++ num zz :: e2) t ^ 2); [exact I | now field].
  - destruct (diff (length e1) t) as [a'|] eqn:E; [|discriminate]. injection H as <-. cbn [den num].
    exact (derivable_pt_lim_comp _ exp _ _ _ (IHt _ _ _ _ E M) (derivable_pt_lim_exp _)).
  - destruct (diff (length e1) t) as [a'|] eqn:E; [|discriminate]. injection H as <-. cbn [den num].
    assert (P : 0 < denR v (e1 ++ num zz :: e2) t).
    { destruct (M _ (or_introl eq_refl)) as (c & [<-|[]] & C). cbn [holds relR] in C. unfold zero in C. cbn [den num] in C. now rewrite Q2R_0 in C. }
    assert (M' : met v (e1 ++ num zz :: e2) (conditions (length e1) t)) by (intros l L; apply M; now right).
    exact (derivable_pt_lim_comp _ ln _ _ _ (IHt _ _ _ _ E M') (derivable_pt_lim_ln _ P)).
  - destruct (occurs (length e1) t1) eqn:O1; [discriminate|]. destruct (occurs (length e1) t2) eqn:O2; [discriminate|].
    destruct (diff (length e1) t3) as [p'|] eqn:E3; [|discriminate]. destruct (diff (length e1) t4) as [q'|] eqn:E4; [|discriminate]. injection H as <-.
    apply met_app in M. destruct M as [mone M2]. cbn [den num].
    assert (C : forall u, rdec r (denR v (e1 ++ num u :: e2) t1) (denR v (e1 ++ num u :: e2) t2) = rdec r (denR v (e1 ++ num zz :: e2) t1) (denR v (e1 ++ num zz :: e2) t2)).
    { intros u. now rewrite !denR_lower. }
    destruct (rdec r (denR v (e1 ++ num zz :: e2) t1) (denR v (e1 ++ num zz :: e2) t2)) eqn:D;
      [apply lim_ext with (fun u => denR v (e1 ++ num u :: e2) t3) | apply lim_ext with (fun u => denR v (e1 ++ num u :: e2) t4)]; auto; intros u; now rewrite C.
  - destruct o; try discriminate. destruct (occurs (length e1) t1) eqn:O1; [discriminate|]. destruct (occurs (length e1) t2) eqn:O2; [discriminate|].
    destruct (isint t1) eqn:I1; [|discriminate]. cbn [negb] in H.
    destruct (diff (S (length e1)) t3) as [b'|] eqn:E3; [|discriminate]. injection H as <-. cbn [den num bigR].
    set (lo := denR v (e1 ++ num zz :: e2) t1). set (hi := denR v (e1 ++ num zz :: e2) t2).
    apply lim_ext with (fun u => sumR (count lo hi) lo (fun x => denR v (num (IZR (Zfloor x)) :: e1 ++ num u :: e2) t3)).
    { intros u. unfold lo, hi. now rewrite !denR_lower. }
    destruct (isint_ok v t1 I1 (e1 ++ num zz :: e2)) as [l Hl]. fold lo in Hl.
    apply (sum_lim _ lo (fun u x => denR v (num (IZR (Zfloor x)) :: e1 ++ num u :: e2) t3)). intros k Hk. apply (IHt3 (num (IZR (Zfloor (lo + IZR (Z.of_nat k)))) :: e1)); [exact E3|].
    intros cs Cs. destruct (M _ (in_map _ _ _ Cs)) as (c & Hc & Dc). apply in_map_iff in Hc. destruct Hc as (c' & <- & Hc'). exists c'. split; [exact Hc'|].
    cbn [holds relR] in Dc. specialize (Dc (l + Z.of_nat k)%Z). rewrite !denR_lift0 in Dc. cbn [den num nth cast casts fst] in Dc. rewrite Zfloor_IZR in Dc. change (fun s' : sort => num (IZR (l + Z.of_nat k)) s') with (num (IZR (l + Z.of_nat k))) in Dc.
    fold lo in Dc. rewrite plus_IZR, <- Hl in Dc. cbn [List.app]. rewrite Hl, <- plus_IZR, Zfloor_IZR. apply Dc; [|now apply in_count]. assert (0 <= IZR (Z.of_nat k)) by (apply IZR_le; lia). fold lo. lra.
  - destruct (diff (length e1) t) as [a'|] eqn:E; [|discriminate]. injection H as <-. cbn [den num].
    exact (derivable_pt_lim_comp _ (trigR o) _ _ _ (IHt _ _ _ _ E M) (slope_ok _ _ _ _)).
Qed.

(** * The rules *)

(** The derivative of f at a point; [fs] say that what f divides by is non-zero there, and that of which f takes the
    logarithm is positive. *)
Definition derivative (template : form) (at_ : term) (fs : list fact) : option fact :=
  match template with
  | All TR (Rel REq f z) =>
      need p_is0 (normal ([], 0%nat) z);
      do d <- diff 0 f;
      let ks := map (fun g => key (concl g)) fs in
      need forallb (existsb (fun c => let k := key (fill c (pnum at_)) in match k with FTrue => true | _ => mem k ks end)) (conditions 0 f);
      Some (Fact (hall fs) (Deriv (normal env0 f) at_ (normal ([pnum at_], 0%nat) d)))
  | _ => None
  end.
Lemma derivative_ok tm a fs g : (forall f, In f fs -> valid f) -> derivative tm a fs = Some g -> valid g.
Proof.
  unfold derivative. intros V H. destruct tm as [| | | |[| |] [| |[| |] f z| | |]|]; try discriminate. opt H. inv H.
  intros v H. cbn [concl hyps holds] in *. rewrite forallb_forall in Heqb0.
  assert (M : met v [num (denR v [] a)] (conditions 0 f)).
  { intros l L. apply Heqb0 in L. apply existsb_exists in L. destruct L as (c & C1 & C2). exists c. split; [exact C1|]. rewrite <- pnum_ok. apply fill_ok, key_ok.
    cbv zeta in C2. destruct (key (fill c (pnum a))) eqn:E; try exact I; rewrite <- E in *; apply mem_In, in_map_iff in C2; destruct C2 as (h & <- & Hh);
    apply key_ok, V; try exact Hh; now apply (hall_sat v fs). }
  assert (D := diff_ok v f [] [] (denR v [] a) t Heqo M). cbn [List.app] in D. rewrite normal_ok. cbn [map skipn List.app]. rewrite pnum_ok.
  revert D. apply lim_ext. intros u. now rewrite normal_env0_ok.
Qed.

(** From a < b, f' = g on [a, b] and g <= c (g < c) on (a, b): f(b) − f(a) <= c (b − a) (<). *)
Definition mean_value (ft gt : form) (a b : term) (order slope bound : fact) : option fact :=
  match ft, gt, concl bound with
  | All TR (Rel REq f zf), All TR (Rel REq g zg), All TR (Imp _ (Imp _ (Rel r _ c))) =>
      let x := patom (Bv 0 TR) in
      need (p_is0 zf &&& p_is0 zg &&& negb (occurs 0 c) &&& match r with REq => false | _ => true end);
      need same (concl order) (Rel RLt a b);
      need same (concl slope) (All TR (Imp (Rel RLe (lift 0 a) x) (Imp (Rel RLe x (lift 0 b)) (Deriv (lift 1 f) x g))));
      need same (concl bound) (All TR (Imp (Rel RLt (lift 0 a) x) (Imp (Rel RLt x (lift 0 b)) (Rel r g c))));
      Some (Fact (hunion (hyps order) (hunion (hyps slope) (hyps bound)))
                 (Rel r (psub (normal ([pnum b], 0%nat) f) (normal ([pnum a], 0%nat) f)) (pmul (lower 0 c) (psub b a))))
  | _, _, _ => None
  end.
Lemma mean_value_ok ft gt a b o s bd g : valid o -> valid s -> valid bd -> mean_value ft gt a b o s bd = Some g -> valid g.
Proof.
  unfold mean_value. intros Vo Vs Vb H. destruct ft as [| | | |[| |] [| |[| |] f zf| | |]|]; try discriminate.
  destruct gt as [| | | |[| |] [| |[| |] gg zg| | |]|]; try discriminate.
  destruct (concl bd) as [| | | |[| |] [| | |b1 [| | |b2 [| |r x1 c| | |]| |]| |]|] eqn:Eb; try discriminate. opt H. inv H.
  intros v H. cbn [concl hyps] in *. apply hunion_sat in H. destruct H as [H1 H]. apply hunion_sat in H. destruct H as [H2 H3].
  specialize (Vo v H1). specialize (Vs v H2). specialize (Vb v H3). rewrite Eb in Vb.
  match goal with A : same (concl o) _ = true |- _ => apply (same_ok _ _ A v) in Vo end.
  match goal with A : same (concl s) _ = true |- _ => apply (same_ok _ _ A v) in Vs end.
  match goal with A : same (All _ _) _ = true |- _ => apply (same_ok _ _ A v) in Vb end.
  repeat match goal with A : (if _ then _ else false) = true |- _ => apply if_and in A; destruct A end.
  match goal with A : negb _ = true |- _ => apply negb_true_iff in A; rename A into Oc end.
  cbn [holds relR] in Vo, Vs, Vb |- *. rewrite psub_ok, pmul_ok, psub_ok, !normal_ok. cbn [map skipn List.app]. rewrite !pnum_ok.
  set (A := denR v [] a) in *. set (B := denR v [] b) in *.
  assert (S : forall x, A <= x <= B -> derivable_pt_lim (fun u => denR v [num u] f) x (denR v [num x] gg)).
  { intros x [X1 X2]. specialize (Vs x). rewrite !denR_lift0, !denR_patom in Vs. cbn [den num nth cast casts fst] in Vs. specialize (Vs X1 X2).
    revert Vs. apply lim_ext. intros u. apply (denR_lift v f [num u] [] (num x)). }
  destruct (MVT_cor2 (fun u => denR v [num u] f) (fun u => denR v [num u] gg) A B Vo S) as (x & E & X1 & X2). rewrite E.
  specialize (Vb x). rewrite !denR_lift0, !denR_patom in Vb. cbn [den num nth cast casts fst] in Vb. specialize (Vb X1 X2). rewrite (denR_lower0 v c [] _ Oc) in Vb.
  destruct r; cbn [relR] in *; try discriminate; [apply Rmult_le_compat_r; [lra | exact Vb] | apply Rmult_lt_compat_r; [lra | exact Vb]].
Qed.
