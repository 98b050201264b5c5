(** The error function erf x = 2/√π ∫ exp(−t²) dt over [0, x]: its derivative, how near to 1 it is, and the series by
    which it is computed. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
Local Open Scope R_scope.

Definition bell (t : R) := exp (- (t * t)).
Definition area (x : R) := RInt bell 0 x.
Definition erf (x : R) := 2 / sqrt PI * area x.

Lemma exp_monotone x y : x <= y -> exp x <= exp y.
Proof. intros [L | ->]; [now apply Rlt_le, exp_increasing | apply Rle_refl]. Qed.
Lemma bell_continuous x : continuous bell x.
Proof. apply (ex_derive_continuous bell). unfold bell. auto_derive. exact I. Qed.
Lemma bell_integrable a b : ex_RInt bell a b.
Proof. apply (ex_RInt_continuous bell). intros. apply bell_continuous. Qed.
Lemma area_derive x : is_derive area x (bell x).
Proof.
  apply (is_derive_RInt bell area 0 x); [|apply bell_continuous].
  apply filter_forall. intros y. apply (RInt_correct bell), bell_integrable.
Qed.
Lemma erf_derive x : is_derive erf x (2 / sqrt PI * bell x).
Proof. apply (is_derive_scal area), area_derive. Qed.
Lemma area_0 : area 0 = 0.
Proof. exact (RInt_point 0 bell). Qed.
Lemma erf_0 : erf 0 = 0.
Proof. unfold erf. rewrite area_0. ring. Qed.
Lemma factor_pos : 0 < 2 / sqrt PI.
Proof. apply Rdiv_lt_0_compat; [lra | apply sqrt_lt_R0, PI_RGT_0]. Qed.
Lemma factor_square : (2 / sqrt PI) * (2 / sqrt PI) = 4 / PI.
Proof.
  assert (P := PI_RGT_0). assert (Q := sqrt_lt_R0 _ P). rewrite <- (sqrt_sqrt PI) at 3 by lra. field. lra.
Qed.
Lemma area_le x y : x <= y -> area x <= area y.
Proof.
  intros H. unfold area. rewrite <- (RInt_Chasles bell 0 x y) by apply bell_integrable.
  assert (0 <= RInt bell x y); [|unfold plus; simpl; lra].
  apply RInt_ge_0; [exact H | apply bell_integrable|]. intros. apply Rlt_le, exp_pos.
Qed.
Lemma erf_le x y : x <= y -> erf x <= erf y.
Proof. intros H. apply Rmult_le_compat_l; [apply Rlt_le, factor_pos | now apply area_le]. Qed.

(** * The integral over the half-line: area x² + J x is constant, and J 0 = atan 1 *)
Definition J_inside (x t : R) := exp (- (x * x * (1 + t * t))) / (1 + t * t).
Definition J (x : R) := RInt (J_inside x) 0 1.
Lemma at_least_1 t : 0 < 1 + t * t.
Proof. assert (0 <= t * t) by apply Rle_0_sqr. lra. Qed.
Lemma J_integrable x : ex_RInt (J_inside x) 0 1.
Proof.
  apply (ex_RInt_continuous (J_inside x)). intros t _. apply (ex_derive_continuous (J_inside x)). unfold J_inside.
  auto_derive. apply Rgt_not_eq, at_least_1.
Qed.
Lemma J_inside_derive t x : is_derive (fun u => J_inside u t) x (- 2 * x * exp (- (x * x * (1 + t * t)))).
Proof.
  unfold J_inside. auto_derive; [exact I|]. field. apply Rgt_not_eq, at_least_1.
Qed.
Lemma continuous_2d_slope x t : continuity_2d_pt (fun u v => - 2 * u * exp (- (u * u * (1 + v * v)))) x t.
Proof.
  repeat first [apply continuity_2d_pt_mult | apply continuity_2d_pt_plus | apply continuity_2d_pt_opp
    | apply continuity_2d_pt_const | apply continuity_2d_pt_id1 | apply continuity_2d_pt_id2].
  apply (continuity_1d_2d_pt_comp exp (fun u v => - (u * u * (1 + v * v)))); [apply derivable_continuous_pt, derivable_pt_exp|].
  repeat first [apply continuity_2d_pt_mult | apply continuity_2d_pt_plus | apply continuity_2d_pt_opp
    | apply continuity_2d_pt_const | apply continuity_2d_pt_id1 | apply continuity_2d_pt_id2].
Qed.
Lemma area_scaled x : area x = x * RInt (fun t => bell (x * t)) 0 1.
Proof.
  assert (E : ex_RInt (fun t => bell (x * t)) 0 1).
  { apply (ex_RInt_continuous (fun t => bell (x * t))). intros t _. apply (ex_derive_continuous (fun t => bell (x * t))). unfold bell. auto_derive. exact I. }
  change (x * RInt (fun t => bell (x * t)) 0 1) with (scal x (RInt (fun t => bell (x * t)) 0 1)).
  rewrite <- (RInt_scal (fun t => bell (x * t)) 0 1 x E). unfold area.
  replace 0 with (x * 0 + 0) at 1 by ring. replace x with (x * 1 + 0) at 2 by ring.
  rewrite <- (RInt_comp_lin bell x 0 0 1) by apply bell_integrable.
  apply RInt_ext. intros t _. now rewrite Rplus_0_r.
Qed.
Lemma J_derive x : is_derive J x (- 2 * bell x * area x).
Proof.
  replace (- 2 * bell x * area x) with (RInt (fun t => Derive (fun u => J_inside u t) x) 0 1).
  - apply (is_derive_RInt_param J_inside 0 1 x).
    + apply filter_forall. intros u t _. eexists. apply J_inside_derive.
    + intros t _. apply (continuity_2d_pt_ext (fun u v => - 2 * u * exp (- (u * u * (1 + v * v))))); [|apply continuous_2d_slope].
      intros u v. symmetry. apply is_derive_unique, J_inside_derive.
    + apply filter_forall. intros y. apply J_integrable.
  - rewrite area_scaled. rewrite (RInt_ext _ (fun t => scal (- 2 * bell x * x) (bell (x * t)))).
    + rewrite (RInt_scal (fun t => bell (x * t))); [unfold scal; simpl; unfold mult; simpl; ring|].
      apply (ex_RInt_continuous (fun t => bell (x * t))). intros t _. apply (ex_derive_continuous (fun t => bell (x * t))). unfold bell. auto_derive. exact I.
    + intros t _. etransitivity; [apply is_derive_unique, J_inside_derive|]. unfold scal; simpl; unfold mult; simpl. unfold bell.
      replace (- (x * x * (1 + t * t))) with (- (x * x) + - (x * t * (x * t))) by ring. rewrite exp_plus. ring.
Qed.
Lemma J_0 : J 0 = PI / 4.
Proof.
  rewrite <- atan_1. unfold J. replace (atan 1) with (minus (atan 1) (atan 0)) by (rewrite atan_0; unfold minus, plus, opp; simpl; ring).
  apply is_RInt_unique. apply (is_RInt_ext (fun t => / (1 + t ^ 2))).
  - intros t _. unfold J_inside. replace (- (0 * 0 * (1 + t * t))) with 0 by ring. rewrite exp_0. replace (t ^ 2) with (t * t) by ring. change (/ (1 + t * t) = 1 / (1 + t * t)). field. apply Rgt_not_eq, at_least_1.
  - apply (is_RInt_derive atan (fun t => / (1 + t ^ 2))); intros t _.
    + apply is_derive_Reals, derivable_pt_lim_atan.
    + apply (ex_derive_continuous (fun t => / (1 + t ^ 2))). auto_derive. replace (t * (t * 1)) with (t * t) by ring. apply Rgt_not_eq, at_least_1.
Qed.
Lemma area_J x : area x * area x + J x = PI / 4.
Proof.
  assert (D : forall t, is_derive (fun u => area u * area u + J u) t 0).
  { intros t. assert (A := area_derive t). assert (B := J_derive t).
    replace 0 with (plus (area t * bell t + bell t * area t) (- 2 * bell t * area t)) by (unfold plus; simpl; ring).
    apply (is_derive_plus (fun u => area u * area u) J); [|exact B].
    replace (area t * bell t + bell t * area t) with (plus (mult (bell t) (area t)) (mult (area t) (bell t))) by (unfold plus, mult; simpl; ring).
    apply (is_derive_mult area area); [exact A | exact A | intros; apply Rmult_comm]. }
  assert (Z : area 0 * area 0 + J 0 = PI / 4) by (rewrite area_0, J_0; ring). rewrite <- Z.
  destruct (Rtotal_order x 0) as [L | [-> | L]].
  - apply (eq_is_derive (fun u => area u * area u + J u)); [intros; apply D | exact L].
  - reflexivity.
  - symmetry. apply (eq_is_derive (fun u => area u * area u + J u)); [intros; apply D | exact L].
Qed.
Lemma J_bounds x : 0 <= J x <= bell x * (PI / 4).
Proof.
  rewrite <- J_0. change (bell x * J 0) with (scal (bell x) (J 0)). unfold J. rewrite <- RInt_scal by apply J_integrable. split.
  - apply RInt_ge_0; [lra | apply J_integrable|]. intros t _. unfold J_inside. apply Rlt_le, Rdiv_lt_0_compat; [apply exp_pos | apply at_least_1].
  - apply RInt_le; [lra | apply J_integrable | apply (ex_RInt_scal (J_inside 0)), J_integrable|]. intros t _. unfold J_inside, scal; simpl; unfold mult; simpl.
    replace (- (0 * 0 * (1 + t * t))) with 0 by ring. rewrite exp_0. unfold Rdiv. rewrite Rmult_1_l. apply Rmult_le_compat_r.
    + apply Rlt_le, Rinv_0_lt_compat, at_least_1.
    + apply exp_monotone. assert (0 <= x * x * (t * t)) by (apply Rmult_le_pos; apply Rle_0_sqr). lra.
Qed.
(** 1 − exp(−x²) <= erf² x <= 1. *)
Lemma erf_square_bounds x : 1 - bell x <= erf x * erf x <= 1.
Proof.
  assert (P := PI_RGT_0). assert (E := area_J x). assert (B := J_bounds x).
  replace (erf x * erf x) with (4 / PI * (area x * area x)) by (unfold erf; rewrite <- factor_square; ring).
  replace (area x * area x) with (PI / 4 - J x) by lra.
  replace (4 / PI * (PI / 4 - J x)) with (1 - 4 / PI * J x) by (field; lra).
  assert (0 <= 4 / PI) by (apply Rlt_le, Rdiv_lt_0_compat; lra). split.
  - replace (bell x) with (4 / PI * (bell x * (PI / 4))) by (field; lra).
    assert (4 / PI * J x <= 4 / PI * (bell x * (PI / 4))) by (apply Rmult_le_compat_l; [assumption | apply B]). lra.
  - assert (0 <= 4 / PI * J x) by (apply Rmult_le_pos; [assumption | apply B]). lra.
Qed.

(** * Values: erf x = 2/√π x exp(−x²) H_0(x²), where H_k(y) = 1 + 2y/(2k + 3) H_{k+1}(y), between 1 and exp y *)
Definition H_inside (k : nat) (y s : R) := s ^ (2 * k) * exp (y * (1 - s * s)).
Definition H (k : nat) (y : R) := (2 * INR k + 1) * RInt (H_inside k y) 0 1.
Lemma H_integrable k y : ex_RInt (H_inside k y) 0 1.
Proof.
  apply (ex_RInt_continuous (H_inside k y)). intros s _. apply (ex_derive_continuous (H_inside k y)). unfold H_inside. auto_derive. exact I.
Qed.
Lemma odd_INR k : INR (k + (k + 0) + 1) = 2 * INR k + 1.
Proof. rewrite !plus_INR. simpl. ring. Qed.
Lemma odd_pred k : pred (k + (k + 0) + 1) = (2 * k)%nat.
Proof. lia. Qed.
Lemma power_integral k : is_RInt (fun s => s ^ (2 * k)) 0 1 (/ (2 * INR k + 1)).
Proof.
  assert (P : 0 < 2 * INR k + 1) by (assert (A := pos_INR k); lra).
  replace (/ (2 * INR k + 1)) with (minus (/ (2 * INR k + 1) * 1 ^ (2 * k + 1)) (/ (2 * INR k + 1) * 0 ^ (2 * k + 1)))
    by (rewrite pow1, pow_i by lia; unfold minus, plus, opp; simpl; ring).
  apply (is_RInt_derive (fun s => / (2 * INR k + 1) * s ^ (2 * k + 1)) (fun s => s ^ (2 * k))); intros s _.
  - auto_derive; [exact I|]. rewrite odd_INR, odd_pred. field. lra.
  - apply (ex_derive_continuous (fun s => s ^ (2 * k))). auto_derive. exact I.
Qed.
Lemma H_bounds k y : 0 <= y -> 1 <= H k y <= exp y.
Proof.
  intros Y. assert (P : 0 < 2 * INR k + 1) by (assert (A := pos_INR k); lra). assert (B := power_integral k).
  assert (U : RInt (fun s => s ^ (2 * k)) 0 1 = / (2 * INR k + 1)) by exact (is_RInt_unique _ _ _ _ B).
  assert (S : forall s, 0 < s < 1 -> 0 <= s ^ (2 * k) /\ 1 <= exp (y * (1 - s * s)) <= exp y).
  { intros s [S0 S1]. split; [apply pow_le; lra|]. assert (0 <= s * s <= 1) by nra. split.
    - rewrite <- exp_0 at 1. apply exp_monotone, Rmult_le_pos; lra.
    - apply exp_monotone. nra. }
  unfold H. split.
  - replace 1 with ((2 * INR k + 1) * / (2 * INR k + 1)) at 1 by (field; lra). apply Rmult_le_compat_l; [lra|]. rewrite <- U.
    apply RInt_le; [lra | exists (/ (2 * INR k + 1)); exact B | apply H_integrable|]. intros s R. destruct (S s R) as [S1 S2].
    unfold H_inside. rewrite <- (Rmult_1_r (s ^ (2 * k))) at 1. apply Rmult_le_compat_l; [exact S1 | lra].
  - assert (V : is_RInt (fun s => scal (exp y) (s ^ (2 * k))) 0 1 (scal (exp y) (/ (2 * INR k + 1)))) by (apply (is_RInt_scal (fun s => s ^ (2 * k))); exact B).
    replace (exp y) with ((2 * INR k + 1) * scal (exp y) (/ (2 * INR k + 1))) by (unfold scal; simpl; unfold mult; simpl; field; lra).
    apply Rmult_le_compat_l; [lra|]. rewrite <- (is_RInt_unique _ _ _ _ V).
    apply RInt_le; [lra | apply H_integrable | exists (scal (exp y) (/ (2 * INR k + 1))); exact V|].
    intros s R. destruct (S s R) as [S1 S2]. unfold H_inside, scal; simpl; unfold mult; simpl. rewrite (Rmult_comm (exp y)). apply Rmult_le_compat_l; [exact S1 | lra].
Qed.
Lemma H_step k y : H k y = 1 + 2 * y / (2 * INR k + 3) * H (S k) y.
Proof.
  assert (P := pos_INR k).
  assert (D : is_RInt (fun s => minus (scal (2 * INR k + 1) (H_inside k y s)) (scal (2 * y) (H_inside (S k) y s))) 0 1 1).
  { replace 1 with (minus (1 ^ (2 * k + 1) * exp (y * (1 - 1 * 1))) (0 ^ (2 * k + 1) * exp (y * (1 - 0 * 0)))) at 2
      by (rewrite pow1, pow_i by lia; replace (y * (1 - 1 * 1)) with 0 by ring; rewrite exp_0; unfold minus, plus, opp; simpl; ring).
    apply (is_RInt_derive (fun s => s ^ (2 * k + 1) * exp (y * (1 - s * s)))); intros s _.
    - unfold H_inside. auto_derive; [exact I|]. unfold minus, plus, opp, scal; simpl; unfold mult; simpl.
      rewrite odd_INR, odd_pred. rewrite (Nat.add_succ_r k (k + 0)), Nat.add_1_r. simpl (s ^ S _).
      change (k + (k + 0))%nat with (2 * k)%nat. unfold Rminus. ring.
    - apply (ex_derive_continuous (fun s => minus (scal (2 * INR k + 1) (H_inside k y s)) (scal (2 * y) (H_inside (S k) y s)))).
      unfold H_inside, minus, plus, opp, scal; simpl; unfold mult; simpl. auto_derive. exact I. }
  assert (I := fun j => RInt_correct (H_inside j y) 0 1 (H_integrable j y)).
  assert (C := is_RInt_minus _ _ _ _ _ _ (is_RInt_scal _ _ _ (2 * INR k + 1) _ (I k)) (is_RInt_scal _ _ _ (2 * y) _ (I (S k)))).
  assert (E := eq_trans (eq_sym (is_RInt_unique (V := R_CompleteNormedModule) _ _ _ _ C)) (is_RInt_unique (V := R_CompleteNormedModule) _ _ _ _ D)).
  unfold minus, plus, opp, scal in E; simpl in E; unfold mult in E; simpl in E.
  unfold H. rewrite S_INR. replace (2 * (INR k + 1) + 1) with (2 * INR k + 3) by ring.
  replace (2 * y / (2 * INR k + 3) * ((2 * INR k + 3) * RInt (H_inside (S k) y) 0 1)) with (2 * y * RInt (H_inside (S k) y) 0 1) by (field; lra). lra.
Qed.
Lemma erf_series x : erf x = 2 / sqrt PI * x * exp (- (x * x)) * H 0 (x * x).
Proof.
  unfold erf. rewrite area_scaled, !Rmult_assoc. f_equal. f_equal. unfold H. simpl (INR 0). rewrite Rmult_0_r, Rplus_0_l, Rmult_1_l.
  change (exp (- (x * x)) * RInt (H_inside 0 (x * x)) 0 1) with (scal (exp (- (x * x))) (RInt (H_inside 0 (x * x)) 0 1)).
  rewrite <- RInt_scal by apply H_integrable. apply RInt_ext. intros t _. unfold H_inside, bell, scal; simpl; unfold mult; simpl.
  rewrite Rmult_1_l, <- exp_plus. f_equal. ring.
Qed.
