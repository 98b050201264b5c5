(** The rules about Σ, Π, max, exp, log, if-then-else and |.|. As in proofs/kernel/rules.py, "the functions". Where a rule
    is given a term t, it is the term as it is written, not its normal form. *)
From Coq Require Import Reals ZArith QArith Qreals List Bool PArith Lra Lia.
From Flocq Require Import Core.Raux.
From Lemmata Require Export Facts.
Import ListNotations.
Local Open Scope R_scope.
Local Open Scope lazy_bool_scope.

(** * Ranges of integers *)
Lemma count_0 lo hi : hi < lo -> count lo hi = 0%nat.
Proof.
  intros H. unfold count. assert (Zfloor (hi - lo) < 0)%Z; [|lia]. apply lt_IZR. apply Rle_lt_trans with (hi - lo); [apply Zfloor_lb | simpl; lra].
Qed.
Lemma count_step l h : (l <= h)%Z -> count (IZR l) (IZR h) = S (count (IZR l) (IZR h - 1)) /\
  IZR l + IZR (Z.of_nat (count (IZR l) (IZR h - 1))) = IZR h.
Proof.
  intros H. unfold count. replace (IZR h - 1 - IZR l) with (IZR (h - 1 - l)) by (rewrite !minus_IZR; rg).
  rewrite <- minus_IZR, !Zfloor_IZR. split; [lia|]. rewrite <- plus_IZR. f_equal. lia.
Qed.
Lemma count_in l i hi : IZR l <= IZR i -> IZR i <= hi -> exists k, (k < count (IZR l) hi)%nat /\ IZR l + IZR (Z.of_nat k) = IZR i.
Proof.
  intros H1 H2. apply le_IZR in H1. exists (Z.to_nat (i - l)). split.
  - unfold count. assert (i - l <= Zfloor (hi - IZR l))%Z; [|lia]. apply Zfloor_lub. rewrite minus_IZR. lra.
  - rewrite <- plus_IZR. f_equal. lia.
Qed.
Lemma in_count lo hi k : (k < count lo hi)%nat -> lo + IZR (Z.of_nat k) <= hi.
Proof.
  unfold count. intros H. assert (Z.of_nat k <= Zfloor (hi - lo))%Z by lia. apply IZR_le in H0. generalize (Zfloor_lb (hi - lo)). lra.
Qed.
Lemma maxR_S n lo f : maxR (S (S n)) lo f = Rmax (maxR (S n) lo f) (f (lo + IZR (Z.of_nat (S n)))).
Proof. reflexivity. Qed.
Lemma maxR_ge n lo f k : (k < n)%nat -> f (lo + IZR (Z.of_nat k)) <= maxR n lo f.
Proof.
  induction n as [|[|n] IH]; intros H; [lia| |].
  - replace k with 0%nat by lia. simpl. lra.
  - rewrite maxR_S. destruct (Nat.eq_dec k (S n)) as [->|E]; [apply Rmax_r|]. apply Rle_trans with (maxR (S n) lo f); [apply IH; lia | apply Rmax_l].
Qed.
Lemma maxR_le n lo f c : (0 < n)%nat -> (forall k, (k < n)%nat -> f (lo + IZR (Z.of_nat k)) <= c) -> maxR n lo f <= c.
Proof.
  induction n as [|[|n] IH]; intros Hn H; [lia| |].
  - apply (H 0%nat). lia.
  - rewrite maxR_S. apply Rmax_lub; [apply IH; [lia | intros; apply H; lia] | apply H; lia].
Qed.

(** * The rules *)

(** From hi < lo: an empty sum is 0, an empty product 1. *)
Definition big_empty (t : term) (f : fact) :=
  match t with
  | Big o lo hi b =>
      need (match o with Max => false | _ => true end);
      need same (concl f) (Rel RLt (normal env0 hi) (normal env0 lo));
      Some (Fact (hyps f) (Rel REq (normal env0 t) (match o with Sum => pzero | _ => pone end)))
  | _ => None
  end.
Lemma big_empty_ok t f g : valid f -> big_empty t f = Some g -> valid g.
Proof.
  unfold big_empty. intros V H. destruct t as [| | | | | | | | | | | | |o lo hi b| | | |]; try discriminate. opt H. inv H.
  intros v H. cbn [concl hyps] in *. specialize (V v H). apply (same_ok _ _ Heqb1 v) in V. cbn [holds relR] in *.
  rewrite !normal_env0_ok in *. cbn [den num]. rewrite count_0 by exact V. destruct o; cbn [bigR sumR prodR]; rewrite ?denR_pzero, ?denR_pone; easy.
Qed.

(** From lo <= hi: Σ = Σ up to hi − 1, plus the last; likewise Π. *)
Definition big_step (t : term) (f : fact) :=
  match t with
  | Big o lo hi b =>
      let lo' := normal env0 lo in let hi' := normal env0 hi in
      need (match o with Max => false | _ => true end);
      need (isint lo' &&& isint hi');
      need same (concl f) (Rel RLe lo' hi');
      let before := normal env0 (Big o lo (Add hi (Num (-1#1))) b) in
      let last := normal ([pcast TZ (pnum hi')], O) b in
      Some (Fact (hyps f) (Rel REq (normal env0 t) (match o with Sum => padd before last | _ => pmul before last end)))
  | _ => None
  end.
Lemma big_step_ok t f g : valid f -> big_step t f = Some g -> valid g.
Proof.
  unfold big_step. intros V H. destruct t as [| | | | | | | | | | | | |o lo hi b| | | |]; try discriminate. opt H. inv H.
  intros v H. cbn [concl hyps] in *. specialize (V v H). apply (same_ok _ _ Heqb2 v) in V. apply if_and in Heqb1. destruct Heqb1 as [A B].
  destruct (isint_ok v _ A []) as [l Hl], (isint_ok v _ B []) as [h Hh]. cbn [holds relR] in V. rewrite Hl, Hh in V. apply le_IZR in V.
  destruct (count_step l h V) as [C1 C2]. cbn [holds relR]. rewrite normal_env0_ok in *. cbn [den num]. rewrite Hl, Hh, C1.
  assert (X : denR v [] (normal ([pcast TZ (pnum (normal env0 hi))], 0%nat) b) = denR v [num (IZR (Zfloor (IZR h)))] b).
  { rewrite normal_ok. cbn [map skipn List.app]. rewrite pcast_ok, pnum_ok, normal_env0_ok. now rewrite Hh. }
  assert (Y : denR v [] (normal env0 (Big o lo (Add hi (Num (-1 # 1))) b)) = bigR o (count (IZR l) (IZR h - 1)) (IZR l) (fun x => denR v [num (IZR (Zfloor x))] b)).
  { rewrite normal_env0_ok. cbn [den num]. rewrite Hl, Hh, Q2R_m1. reflexivity. }
  destruct o; try discriminate; rewrite ?padd_ok, ?pmul_ok, X, Y; cbn [bigR sumR prodR]; rewrite C2; reflexivity.
Qed.

(** From lo <= i and i <= hi: the member at i is <= the maximum. *)
Definition max_ge (t i : term) (f g : fact) :=
  match t with
  | Big Max lo hi b =>
      let lo' := normal env0 lo in let hi' := normal env0 hi in
      need (isint lo' &&& isint i);
      need same (concl f) (Rel RLe lo' i);
      need same (concl g) (Rel RLe i hi');
      Some (Fact (hunion (hyps f) (hyps g)) (Rel RLe (normal ([pcast TZ (pnum i)], O) b) (normal env0 t)))
  | _ => None
  end.
Lemma max_ge_ok t i f g h : valid f -> valid g -> max_ge t i f g = Some h -> valid h.
Proof.
  unfold max_ge. intros Vf Vg H. destruct t as [| | | | | | | | | | | | |[| |] lo hi b| | | |]; try discriminate. opt H. inv H.
  intros v H. cbn [concl hyps] in *. apply hunion_sat in H. destruct H as [H1 H2]. specialize (Vf v H1). specialize (Vg v H2).
  apply (same_ok _ _ Heqb1 v) in Vf. apply (same_ok _ _ Heqb2 v) in Vg. apply if_and in Heqb0. destruct Heqb0 as [A B].
  destruct (isint_ok v _ A []) as [l Hl], (isint_ok v _ B []) as [j Hj]. cbn [holds relR] in *. rewrite Hl, Hj in *.
  destruct (count_in l j _ Vf Vg) as (k & K1 & K2). rewrite normal_ok. cbn [map skipn List.app]. rewrite pcast_ok, pnum_ok, !normal_env0_ok in *. cbn [den num bigR].
  rewrite Hl, Hj, <- K2. apply (maxR_ge _ _ (fun x => denR v [num (IZR (Zfloor x))] b)). exact K1.
Qed.

(** From lo <= hi and ∀i. lo <= i → i <= hi → member <= bound: the maximum is <= the bound. *)
Definition max_le (t bound : term) (f g : fact) :=
  match t with
  | Big Max lo hi b =>
      let lo' := normal env0 lo in let hi' := normal env0 hi in
      need (isint lo');
      need same (concl f) (Rel RLe lo' hi');
      need same (concl g) (ranging lo' hi' (Rel RLe (normal env0 b) (lift 0 bound)));
      Some (Fact (hunion (hyps f) (hyps g)) (Rel RLe (normal env0 t) bound))
  | _ => None
  end.
Lemma max_le_ok t c f g h : valid f -> valid g -> max_le t c f g = Some h -> valid h.
Proof.
  unfold max_le. intros Vf Vg H. destruct t as [| | | | | | | | | | | | |[| |] lo hi b| | | |]; try discriminate. opt H. inv H.
  intros v H. cbn [concl hyps] in *. apply hunion_sat in H. destruct H as [H1 H2]. specialize (Vf v H1). specialize (Vg v H2).
  apply (same_ok _ _ Heqb1 v) in Vf. apply (same_ok _ _ Heqb2 v) in Vg.
  destruct (isint_ok v _ Heqb0 []) as [l Hl]. cbn [holds relR ranging] in *. rewrite !normal_env0_ok in *. cbn [den num bigR]. apply maxR_le.
  - destruct (count_in l l (denR v [] hi)) as (k & K & _); [lra | now rewrite <- Hl | rewrite Hl; lia].
  - intros k K. specialize (Vg (l + Z.of_nat k)%Z). rewrite !denR_lift0, normal_env0_ok in Vg. unfold index0 in Vg. rewrite !denR_patom in Vg. cbn [den num nth cast casts fst] in Vg.
    rewrite !normal_env0_ok, Zfloor_IZR, Hl, plus_IZR in Vg. rewrite Hl in *. rewrite <- plus_IZR, Zfloor_IZR. apply Vg; [|now apply in_count].
    assert (0 <= IZR (Z.of_nat k)) by (apply IZR_le; lia). lra.
Qed.

(** 1 + t <= exp t. *)
Definition exp_ge (t : term) := Some (Fact [] (Rel RLe (padd t pone) (pexp t))).
Lemma exp_ge_ok t g : exp_ge t = Some g -> valid g.
Proof.
  intros H. inv H. intros v _. cbn [concl holds relR]. rewrite padd_ok, denR_pone, pexp_ok.
  destruct (Req_dec (denR v [] t) 0) as [->|N]; [rewrite exp_0; lra|]. rewrite Rplus_comm. now apply Rlt_le, exp_ineq1.
Qed.

(** 0 < exp t. *)
Definition exp_pos (t : term) := Some (Fact [] (Rel RLt pzero (pexp t))).
Lemma exp_pos_ok t g : exp_pos t = Some g -> valid g.
Proof. intros H. inv H. intros v _. cbn [concl holds relR]. rewrite denR_pzero, pexp_ok. apply Exp_prop.exp_pos. Qed.

(** 1 − exp(−t²) <= (erf t)². *)
Definition erf_square (t : term) :=
  Some (Fact [] (Rel RLe (psub pone (pexp (psub pzero (pmul t t)))) (pmul (patom (Trig Erf t)) (patom (Trig Erf t))))).
Lemma erf_square_ok t g : erf_square t = Some g -> valid g.
Proof.
  intros H. inv H. intros v _.
  change (denR v [] (psub pone (pexp (psub pzero (pmul t t)))) <= denR v [] (pmul (patom (Trig Erf t)) (patom (Trig Erf t)))).
  rewrite psub_ok, denR_pone, pexp_ok, psub_ok, denR_pzero, !pmul_ok, !denR_patom, Rminus_0_l. cbn [den num trigR].
  apply erf_square_bounds.
Qed.

(** From 0 < t: exp(log t) = t. *)
Definition exp_log (f : fact) :=
  match concl f with
  | Rel RLt z t => need p_is0 z; Some (Fact (hyps f) (Rel REq (pexp (plog t)) t))
  | _ => None
  end.
Lemma exp_log_ok f g : valid f -> exp_log f = Some g -> valid g.
Proof.
  unfold exp_log. intros V H. destruct (concl f) as [| |[| |] z t| | |] eqn:E; try discriminate. opt H. inv H.
  intros v H. cbn [concl hyps] in *. specialize (V v H). rewrite E in V. cbn [holds relR] in *. rewrite pexp_ok, plog_ok.
  rewrite (p_is0_ok v [] _ Heqb) in V. now apply exp_ln.
Qed.

(** From the condition, or its negation: if-then-else is the one branch, or the other. *)
Definition ite_eq (t : term) (f : fact) :=
  match t with
  | Ite r a b p q =>
      let a := normal env0 a in let b := normal env0 b in
      let t' := normal env0 t in
      if same (concl f) (Rel r a b) then Some (Fact (hyps f) (Rel REq t' (normal env0 p)))
      else
        need (match r with
              | RLe => same (concl f) (Rel RLt b a)
              | RLt => same (concl f) (Rel RLe b a)
              | REq => same (concl f) (Rel RLt a b) ||| same (concl f) (Rel RLt b a)
              end ||| same (concl f) (Imp (Rel r a b) FFalse));
        Some (Fact (hyps f) (Rel REq t' (normal env0 q)))
  | _ => None
  end.
Lemma ite_eq_ok t f g : valid f -> ite_eq t f = Some g -> valid g.
Proof.
  unfold ite_eq. intros V H. destruct t as [| | | | | | | | | | | |r a b p q| | | | |]; try discriminate.
  destruct (same (concl f) (Rel r (normal env0 a) (normal env0 b))) eqn:S.
  - inv H. intros v H. cbn [concl hyps holds relR] in *. specialize (V v H). apply (same_ok _ _ S v) in V. cbn [holds] in V.
    rewrite !normal_env0_ok in *. cbn [den num]. apply rdec_iff in V. now rewrite V.
  - match type of H with (if ?x then _ else _) = _ => destruct x eqn:N; [|discriminate] end. inv H.
    intros v H. cbn [concl hyps holds relR] in *. specialize (V v H). rewrite !normal_env0_ok. cbn [den num].
    destruct (rdec r (denR v [] a) (denR v [] b)) eqn:D; [|reflexivity]. exfalso. apply rdec_iff in D.
    assert (D' : holds v [] (Rel r (normal env0 a) (normal env0 b))) by (cbn [holds]; now rewrite !normal_env0_ok).
    match type of N with (if ?x then _ else _) = _ => destruct x eqn:M end.
    + destruct r; cbn [relR] in D; [| |match type of M with (if ?x then _ else _) = _ => destruct x eqn:L end]; 
        match goal with H : same (concl f) _ = true |- _ => apply (same_ok _ _ H v) in V; cbn [holds relR] in V; rewrite !normal_env0_ok in V; lra end.
    + apply (same_ok _ _ N v) in V. now apply V.
Qed.

(** From 0 <= t: |t| = t; from t <= 0: |t| = −t. *)
Definition abs_value (t : term) (f : fact) :=
  if same (concl f) (Rel RLe pzero t) then Some (Fact (hyps f) (Rel REq (pabs t) t))
  else need same (concl f) (Rel RLe t pzero); Some (Fact (hyps f) (Rel REq (pabs t) (scale (-1#1) t))).
Lemma abs_value_ok t f g : valid f -> abs_value t f = Some g -> valid g.
Proof.
  unfold abs_value. intros V H. destruct (same (concl f) (Rel RLe pzero t)) eqn:S.
  - inv H. intros v H. cbn [concl hyps holds relR] in *. specialize (V v H). apply (same_ok _ _ S v) in V. cbn [holds relR] in V.
    rewrite denR_pzero in V. rewrite pabs_ok. apply Rabs_right. lra.
  - opt H. inv H. intros v H. cbn [concl hyps holds relR] in *. specialize (V v H). apply (same_ok _ _ Heqb v) in V. cbn [holds relR] in V.
    rewrite denR_pzero in V. rewrite pabs_ok, scale_ok, Q2R_m1. rewrite Rabs_left1; lra.
Qed.
