(* Statements of examples/log_sum_exp.py in Coq, with the Reals of its standard library, proved by hand. *)

From Coq Require Import Reals Lra Lia.
Open Scope R_scope.

Section LogSumExp.

Variable n : nat. (* the numbers are a 0, ..., a n *)
Implicit Types a b q : nat -> R.

Definition Z a := sum_f_R0 (fun i => exp (a i)) n.
Definition soft a := ln (Z a).
Definition w a i := exp (a i) / Z a.
Fixpoint top a (k : nat) := match k with O => a O | S j => Rmax (top a j) (a (S j)) end.

Lemma sum_pos : forall f k, (forall i, (i <= k)%nat -> 0 < f i) -> 0 < sum_f_R0 f k.
Proof.
  induction k as [|k IH]; intros H; simpl.
  - apply H; lia.
  - assert (0 < f (S k)) by (apply H; lia).
    assert (0 < sum_f_R0 f k) by (apply IH; intros; apply H; lia). lra.
Qed.

Lemma Z_pos : forall a, 0 < Z a.
Proof. intros a; apply sum_pos; intros; apply exp_pos. Qed.

Lemma member_le : forall f k i, (forall j, 0 < f j) -> (i <= k)%nat -> f i <= sum_f_R0 f k.
Proof.
  induction k as [|k IH]; intros i P H; simpl.
  - replace i with O by lia; lra.
  - destruct (Nat.eq_dec i (S k)) as [->|E].
    + assert (0 < sum_f_R0 f k) by (apply sum_pos; auto). lra.
    + assert (f i <= sum_f_R0 f k) by (apply IH; auto; lia). specialize (P (S k)). lra.
Qed.

Lemma top_ge : forall a k i, (i <= k)%nat -> a i <= top a k.
Proof.
  induction k as [|k IH]; intros i H; simpl.
  - replace i with O by lia; lra.
  - destruct (Nat.eq_dec i (S k)) as [->|E].
    + apply Rmax_r.
    + eapply Rle_trans; [apply IH; lia | apply Rmax_l].
Qed.

Lemma top_le : forall a k c, (forall i, (i <= k)%nat -> a i <= c) -> top a k <= c.
Proof.
  induction k as [|k IH]; intros c H; simpl.
  - apply H; lia.
  - apply Rmax_lub; [apply IH; intros; apply H; lia | apply H; lia].
Qed.

Lemma ln_mono : forall x y, 0 < x -> x <= y -> ln x <= ln y.
Proof. intros x y P [H| ->]; [left; apply ln_increasing; auto | lra]. Qed.

Lemma exp_mono : forall x y, x <= y -> exp x <= exp y.
Proof. intros x y [H| ->]; [left; apply exp_increasing; auto | lra]. Qed.

(* Equation 1 *)
Lemma weights_sum : forall a, sum_f_R0 (w a) n = 1.
Proof.
  intros a. transitivity (/ Z a * Z a).
  - unfold Z at 2. rewrite scal_sum. apply sum_eq; intros; reflexivity.
  - field. apply Rgt_not_eq, Z_pos.
Qed.

(* Equation 2 *)
Lemma log_weight : forall a k, ln (w a k) = a k - soft a.
Proof.
  intros a k; unfold w, Rdiv, soft. rewrite ln_mult, ln_exp, ln_Rinv.
  - ring.
  - apply Z_pos.
  - apply exp_pos.
  - apply Rinv_0_lt_compat, Z_pos.
Qed.

(* Proposition 1 *)
Lemma max_le_soft : forall a, top a n <= soft a.
Proof.
  intros a; apply top_le; intros i H; unfold soft.
  rewrite <- (ln_exp (a i)). apply ln_mono; [apply exp_pos|].
  apply member_le with (f := fun i => exp (a i)); auto. intros; apply exp_pos.
Qed.

(* Proposition 2, corrected *)
Lemma soft_le : forall a, soft a <= top a n + ln (INR (S n)).
Proof.
  intros a; unfold soft.
  assert (0 < INR (S n)) by (apply lt_0_INR; lia).
  rewrite <- (ln_exp (top a n)), <- ln_mult; auto using exp_pos.
  apply ln_mono; [apply Z_pos|].
  rewrite <- sum_cte. unfold Z. apply sum_Rle. intros i Hi.
  apply exp_mono, top_ge, Hi.
Qed.

(* Proposition 3 *)
Lemma shifted : forall a c, soft (fun i => a i + c) = soft a + c.
Proof.
  intros a c; unfold soft.
  assert (E : Z (fun i => a i + c) = exp c * Z a).
  { unfold Z. rewrite scal_sum. apply sum_eq; intros. rewrite exp_plus. ring. }
  rewrite E, ln_mult, ln_exp; auto using exp_pos, Z_pos. ring.
Qed.

(* Proposition 4 *)
Lemma increasing : forall a b, (forall i, (i <= n)%nat -> a i <= b i) -> soft a <= soft b.
Proof.
  intros a b H; apply ln_mono; [apply Z_pos|]. apply sum_Rle; intros. apply exp_mono; auto.
Qed.

(* Proposition 5 *)
Lemma nonexpansive : forall a b r, (forall i, (i <= n)%nat -> Rabs (a i - b i) <= r) -> Rabs (soft a - soft b) <= r.
Proof.
  intros a b r H.
  assert (soft a <= soft b + r).
  { rewrite <- shifted. apply increasing; intros i Hi. specialize (H i Hi).
    pose proof (Rle_abs (a i - b i)). lra. }
  assert (soft b <= soft a + r).
  { rewrite <- shifted. apply increasing; intros i Hi. specialize (H i Hi).
    pose proof (Rle_abs (- (a i - b i))). rewrite Rabs_Ropp in *. lra. }
  apply Rabs_le; lra.
Qed.

Lemma gibbs : forall x u, 0 < x -> 0 < u -> x * ln u + x - u <= x * ln x.
Proof.
  intros x u Hx Hu.
  assert (H : ln (u / x) <= u / x - 1).
  { pose proof (exp_ineq1_le (ln (u / x))) as K. rewrite exp_ln in K; [lra|].
    apply Rdiv_lt_0_compat; auto. }
  unfold Rdiv in H. rewrite ln_mult, ln_Rinv in H; auto using Rinv_0_lt_compat.
  apply Rmult_le_compat_l with (r := x) in H; [|lra].
  replace (x * (u * / x - 1)) with (u - x) in H by (field; lra). lra.
Qed.

Definition mean q a := sum_f_R0 (fun i => q i * a i) n.
Definition entropy q := - sum_f_R0 (fun i => q i * ln (q i)) n.

(* Theorem 2 *)
Lemma variational : forall a q, (forall i, (i <= n)%nat -> 0 < q i) -> sum_f_R0 q n = 1 ->
  mean q a + entropy q <= soft a.
Proof.
  intros a q P One.
  assert (H : sum_f_R0 (fun i => q i * (a i - soft a) + (q i - w a i)) n <= sum_f_R0 (fun i => q i * ln (q i)) n).
  { apply sum_Rle; intros i Hi. rewrite <- log_weight.
    assert (0 < w a i) by (apply Rdiv_lt_0_compat; auto using exp_pos, Z_pos).
    pose proof (gibbs (q i) (w a i) (P i Hi)). lra. }
  rewrite sum_plus, minus_sum, weights_sum, One in H.
  assert (E : sum_f_R0 (fun i => q i * (a i - soft a)) n = mean q a - soft a).
  { transitivity (sum_f_R0 (fun i => q i * a i - q i * soft a) n).
    - apply sum_eq; intros; ring.
    - rewrite minus_sum. unfold mean. rewrite <- scal_sum, One. ring. }
  unfold entropy. lra.
Qed.

(* Theorem 3 *)
Lemma attained : forall a, mean (w a) a + entropy (w a) = soft a.
Proof.
  intros a; unfold entropy, mean.
  assert (E : sum_f_R0 (fun i => w a i * ln (w a i)) n = sum_f_R0 (fun i => w a i * a i - w a i * soft a) n).
  { apply sum_eq; intros. rewrite log_weight. ring. }
  rewrite E, minus_sum, <- scal_sum, weights_sum. ring.
Qed.

Lemma at_softmax : forall a b, mean (w a) b + entropy (w a) <= soft b.
Proof.
  intros; apply variational; [|apply weights_sum].
  intros; apply Rdiv_lt_0_compat; auto using exp_pos, Z_pos.
Qed.

(* Corollary 1 *)
Lemma above_tangent : forall a b, soft a + sum_f_R0 (fun i => w a i * (b i - a i)) n <= soft b.
Proof.
  intros a b. pose proof (at_softmax a b). pose proof (attained a).
  assert (E : sum_f_R0 (fun i => w a i * (b i - a i)) n = mean (w a) b - mean (w a) a).
  { unfold mean. rewrite <- minus_sum. apply sum_eq; intros; ring. }
  lra.
Qed.

(* Corollary 2 *)
Lemma monotone : forall a b, 0 <= sum_f_R0 (fun i => (w a i - w b i) * (a i - b i)) n.
Proof.
  intros a b. pose proof (above_tangent a b). pose proof (above_tangent b a).
  assert (E : sum_f_R0 (fun i => (w a i - w b i) * (a i - b i)) n =
    - sum_f_R0 (fun i => w a i * (b i - a i)) n - sum_f_R0 (fun i => w b i * (a i - b i)) n).
  { replace (- sum_f_R0 (fun i => w a i * (b i - a i)) n) with (sum_f_R0 (fun i => w a i * (a i - b i)) n).
    - rewrite <- minus_sum. apply sum_eq; intros; ring.
    - replace (- sum_f_R0 (fun i => w a i * (b i - a i)) n) with (-1 * sum_f_R0 (fun i => w a i * (b i - a i)) n) by ring.
      rewrite scal_sum. apply sum_eq; intros; ring. }
  lra.
Qed.

(* Corollary 3, corrected *)
Lemma convex : forall a b t, 0 < t < 1 ->
  soft (fun i => t * a i + (1 - t) * b i) <= t * soft a + (1 - t) * soft b.
Proof.
  intros a b t H. set (m := fun i => t * a i + (1 - t) * b i).
  pose proof (at_softmax m a). pose proof (at_softmax m b). pose proof (attained m).
  assert (E : mean (w m) m = t * mean (w m) a + (1 - t) * mean (w m) b).
  { unfold mean. rewrite !scal_sum, <- sum_plus. apply sum_eq; intros; unfold m; ring. }
  rewrite E in *. nra.
Qed.

End LogSumExp.
