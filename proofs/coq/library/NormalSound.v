(** The normal form keeps the meaning: [normal_ok] of terms, [fill_ok] and [normal_form_ok] of formulas, [key_ok] of keys.
    No lemma asks that a polynomial be sorted or a term well sorted: they hold of all terms. *)
From Coq Require Import Reals ZArith QArith Qreals List Bool PArith Lra Lia FunctionalExtensionality.
From Flocq Require Import Core.Raux.
From Lemmata Require Export Normal.
Import ListNotations.
Local Open Scope R_scope.

(** * Rationals *)
Lemma Q2R_one_den p q : one_den p q = true -> Q2R p = IZR (Qnum p) /\ Q2R q = IZR (Qnum q).
Proof.
  destruct p as [a [b|b|]], q as [c [d|d|]]; unfold one_den; simpl; try discriminate. intros _.
  unfold Q2R; simpl. rewrite !Rinv_1, !Rmult_1_r. now split.
Qed.
Lemma Q2R_int z : Q2R (z # 1) = IZR z.
Proof. unfold Q2R; simpl. now rewrite Rinv_1, Rmult_1_r. Qed.
Lemma Q2R_red q : Q2R (Qred q) = Q2R q.
Proof. apply Qeq_eqR, Qred_correct. Qed.
Lemma Q2R_qadd p q : Q2R (qadd p q) = Q2R p + Q2R q.
Proof.
  unfold qadd. destruct (one_den p q) eqn:E.
  - destruct (Q2R_one_den _ _ E) as [-> ->]. now rewrite Q2R_int, plus_IZR.
  - now rewrite Q2R_red, Q2R_plus.
Qed.
Lemma Q2R_qmul p q : Q2R (qmul p q) = Q2R p * Q2R q.
Proof.
  unfold qmul. destruct (one_den p q) eqn:E.
  - destruct (Q2R_one_den _ _ E) as [-> ->]. now rewrite Q2R_int, mult_IZR.
  - now rewrite Q2R_red, Q2R_mult.
Qed.
Lemma q_is0_ok q : q_is0 q = true -> Q2R q = 0.
Proof. destruct q as [[|a|a] b]; unfold q_is0; simpl; try discriminate. intros _. unfold Q2R; simpl. lra. Qed.
Lemma Q2R_m1 : Q2R (-1 # 1) = -1.
Proof. apply Q2R_int. Qed.
Lemma Q2R_1 : Q2R (1 # 1) = 1.
Proof. apply Q2R_int. Qed.
Lemma Q2R_0 : Q2R (0 # 1) = 0.
Proof. apply Q2R_int. Qed.
Lemma Q2R_pos a b : 0 < Q2R (Zpos a # b).
Proof. unfold Q2R; simpl. apply Rmult_lt_0_compat; [now apply IZR_lt | apply Rinv_0_lt_compat; now apply IZR_lt]. Qed.
Lemma Q2R_flip a b : Q2R (Zpos a # b) * Q2R (Zpos b # a) = 1.
Proof. unfold Q2R; simpl. assert (IZR (Zpos a) <> 0) by now apply not_0_IZR. assert (IZR (Zpos b) <> 0) by now apply not_0_IZR. now field. Qed.
Lemma Q2R_neg a b : Q2R (Zneg a # b) = - Q2R (Zpos a # b).
Proof. unfold Q2R; simpl. change (Zneg a) with (- Zpos a)%Z. rewrite opp_IZR. rg. Qed.
Lemma Q2R_Qinv c : Q2R (Qinv c) = / Q2R c.
Proof.
  destruct c as [[|a|a] b].
  - unfold Q2R; simpl. rewrite Rmult_0_l, Rmult_0_l. now rewrite Rinv_0.
  - apply Q2R_inv. unfold Qeq; simpl. lia.
  - apply Q2R_inv. unfold Qeq; simpl. lia.
Qed.
Lemma Rinv_pow x n : / (x ^ n) = (/ x) ^ n.
Proof. induction n; simpl; [apply Rinv_1 | now rewrite Rinv_mult, IHn]. Qed.
Lemma Q2R_qabs c : Q2R (qabs c) = Rabs (Q2R c).
Proof.
  destruct c as [a b]. unfold qabs, Q2R; simpl. rewrite Rabs_mult, abs_IZR. f_equal. symmetry. apply Rabs_right.
  apply Rle_ge, Rlt_le, Rinv_0_lt_compat. now apply IZR_lt.
Qed.

Section V.
Variable v : valuation.
Notation D e t := (den v e t TR : R).

(** * Polynomials *)
Lemma denR_pzero e : D e pzero = 0.
Proof. apply Q2R_0. Qed.
Lemma denR_mone e : D e mone = 1.
Proof. simpl. now rewrite Q2R_0, exp_0. Qed.
Lemma denR_pconst e c : D e (pconst c) = Q2R c.
Proof.
  unfold pconst. destruct (q_is0 c) eqn:E; [now rewrite denR_pzero, q_is0_ok|].
  cbn [den num]. rewrite denR_pzero, denR_mone. lra.
Qed.
Lemma denR_patom e a : D e (patom a) = D e a.
Proof.
  unfold patom. cbn [den num]. rewrite denR_pzero, denR_mone, Q2R_1. change (Pos.to_nat 1) with 1%nat. simpl pow. lra.
Qed.
Lemma denR_pone e : D e pone = 1.
Proof. unfold pone. cbn [den num]. rewrite denR_pzero, denR_mone, Q2R_1. lra. Qed.

Lemma padd_ok e p : forall q, D e (padd p q) = D e p + D e q.
Proof.
  induction p; intros q; try (destruct q; reflexivity).
  - destruct q; simpl; destruct (q_is0 c) eqn:E; simpl; try reflexivity; rewrite (q_is0_ok _ E); lra.
  - induction q; try reflexivity.
    + simpl. destruct (q_is0 c0) eqn:E; simpl; [rewrite (q_is0_ok _ E); lra | reflexivity].
    + cbn [padd]. destruct (cmp p1 q1) eqn:E.
      * apply cmp_eq in E. subst q1. destruct (q_is0 (qadd c c0)) eqn:Z.
        -- apply q_is0_ok in Z. rewrite Q2R_qadd in Z. rewrite IHp2. simpl.
           transitivity ((Q2R c + Q2R c0) * D e p1 + D e p2 + D e q2); [rewrite Z; rg | rg].
        -- cbn [den num]. rewrite IHp2, Q2R_qadd. rg.
      * cbn [den num]. rewrite IHp2. cbn [den num]. rg.
      * cbn [den num]. change ((fix go (q : term) : term := _) q2) with (padd (Poly c p1 p2) q2). rewrite IHq2. cbn [den num]. rg.
Qed.
Lemma mmul_ok e m : forall k, D e (mmul m k) = D e m * D e k.
Proof.
  induction m; intros q; try (destruct q; reflexivity).
  - induction q; try reflexivity.
    + simpl. now rewrite padd_ok, exp_plus.
    + cbn [mmul]. cbn [den num]. change ((fix go (k0 : term) : term := _) q2) with (mmul (Exp m) q2). rewrite IHq2. cbn [den num]. rg.
  - induction q; try reflexivity.
    + cbn [mmul]. cbn [den num]. rewrite IHm2. cbn [den num]. rg.
    + cbn [mmul]. destruct (cmp m1 q1) eqn:E.
      * apply cmp_eq in E. subst q1. cbn [den num]. rewrite IHm2, Pos2Nat.inj_add, pow_add. rg.
      * cbn [den num]. rewrite IHm2. cbn [den num]. rg.
      * cbn [den num]. change ((fix go (k0 : term) : term := _) q2) with (mmul (Mono m1 k m2) q2). rewrite IHq2. cbn [den num]. rg.
Qed.
Lemma scale_ok e c p : D e (scale c p) = Q2R c * D e p.
Proof.
  induction p; try reflexivity; simpl.
  - destruct (q_is0 c0) eqn:E; [rewrite (q_is0_ok _ E), denR_pzero; rg | reflexivity].
  - rewrite IHp2, Q2R_qmul. rg.
Qed.
Lemma pscale_ok e c p : D e (pscale c p) = Q2R c * D e p.
Proof. unfold pscale. destruct (q_is0 c) eqn:E; [rewrite (q_is0_ok _ E), denR_pzero; rg | apply scale_ok]. Qed.
Lemma pmul_mono_ok e c m p : D e (pmul_mono c m p) = Q2R c * D e m * D e p.
Proof.
  induction p; try (simpl; rewrite ?Q2R_0; rg).
  - simpl. destruct (q_is0 c0) eqn:E; simpl; rewrite ?(q_is0_ok _ E), ?Q2R_0; rg.
  - cbn [pmul_mono]. rewrite padd_ok, IHp2. cbn [den num]. rewrite mmul_ok, Q2R_qmul, denR_pzero. rg.
Qed.
Lemma m_is1_ok e m : m_is1 m = true -> D e m = 1.
Proof. destruct m; try discriminate. destruct m; try discriminate. simpl. intros H. rewrite (q_is0_ok _ H). apply exp_0. Qed.
Lemma pmul_ok e p q : D e (pmul p q) = D e p * D e q.
Proof.
  induction p; try reflexivity.
  - simpl. destruct (q_is0 c) eqn:E; simpl; rewrite ?(q_is0_ok _ E), ?Q2R_0; rg.
  - cbn [pmul]. cbn [den num].
    assert (H : D e (if m_is1 p1 then scale c q else pmul_mono c p1 q) = Q2R c * D e p1 * D e q).
    { destruct (m_is1 p1) eqn:E; [rewrite scale_ok, (m_is1_ok _ _ E); rg | apply pmul_mono_ok]. }
    destruct p2; rewrite ?padd_ok, ?IHp2, ?H; try (cbn [den num]; rg).
    destruct (q_is0 c0) eqn:E; rewrite ?padd_ok, ?H.
    + cbn [den num]. rewrite (q_is0_ok _ E). rg.
    + cbn [pmul]. rewrite E. cbn [den num]. rg.
Qed.
Lemma ppow_ok e p k : D e (ppow p k) = D e p ^ Pos.to_nat k.
Proof.
  unfold ppow. rewrite Pos2Nat.inj_iter. induction (Pos.to_nat k) as [|n IH]; [exact (denR_pone e)|].
  cbn [Nat.iter nat_rect pow] in *. rewrite pmul_ok. unfold Nat.iter in IH. now rewrite IH.
Qed.
Lemma psub_ok e p q : D e (psub p q) = D e p - D e q.
Proof. unfold psub. rewrite padd_ok, scale_ok, Q2R_m1. rg. Qed.
Lemma constant_ok e p c : constant p = Some c -> D e p = Q2R c.
Proof.
  destruct p; simpl; try discriminate; [congruence|].
  destruct (m_is1 p1) eqn:E; try discriminate. destruct p2; try discriminate. destruct (q_is0 c1) eqn:F; try discriminate.
  intros H. injection H as <-. rewrite (m_is1_ok _ _ E). simpl. rewrite (q_is0_ok _ F). rg.
Qed.
Lemma prim_ok e s p q c : prim s p = (q, c) -> D e p = Q2R c * D e q /\ (s = false -> 0 < Q2R c) /\ Q2R c <> 0.
Proof.
  unfold prim. destruct (content p 0 1) as [g l].
  assert (Hid : (p, 1#1) = (q, c) -> D e p = Q2R c * D e q /\ (s = false -> 0 < Q2R c) /\ Q2R c <> 0).
  { intros H. injection H as <- <-. rewrite Q2R_1. repeat split; lra. }
  destruct g as [|g|g]; try exact Hid.
  set (neg := if s then _ else false).
  assert (Hneg : s = false -> neg = false) by (intros ->; reflexivity).
  assert (Hmain : (scale (if neg then Zneg l # g else Zpos l # g)%Q p, (if neg then Zneg g # l else Zpos g # l)%Q) = (q, c) ->
     D e p = Q2R c * D e q /\ (s = false -> 0 < Q2R c) /\ Q2R c <> 0).
  { intros H. injection H as <- <-. rewrite scale_ok. generalize (Q2R_pos g l) (Q2R_flip g l). intros Hp Hf.
    destruct neg; rewrite ?Q2R_neg.
    - repeat split; [|intros Hs; now specialize (Hneg Hs)|lra].
      transitivity (Q2R (Zpos g # l) * Q2R (Zpos l # g) * D e p); [rewrite Hf|]; rg.
    - repeat split; [|lra|lra]. transitivity (Q2R (Zpos g # l) * Q2R (Zpos l # g) * D e p); [rewrite Hf|]; rg. }
  destruct g, l, neg; first [exact Hid | exact Hmain].
Qed.

(** * The operations on polynomials *)
Lemma minv_ok e m : D e (minv m) = / D e m.
Proof.
  induction m; simpl minv; try apply denR_patom.
  - cbn [den num]. rewrite scale_ok, Q2R_m1, denR_pzero, Q2R_1. rewrite <- exp_Ropp. replace (-1 * D e m) with (- D e m) by rg. rg.
  - rewrite pmul_ok, IHm2. cbn [den num]. rewrite Rinv_mult, Rinv_pow. f_equal.
    assert (H : D e (Poly (1 # 1) (Mono (Inv (patom m1)) k mone) pzero) = (/ D e m1) ^ Pos.to_nat k).
    { cbn [den num]. rewrite denR_patom, denR_pzero, denR_mone, Q2R_1. rg. }
    destruct m1; try exact H. rewrite ppow_ok. cbn [den num]. now rewrite Rinv_inv.
Qed.
Lemma p_is0_ok e p : p_is0 p = true -> D e p = 0.
Proof. destruct p; simpl; try discriminate. apply q_is0_ok. Qed.
Lemma pinv_ok e p : D e (pinv p) = / D e p.
Proof.
  destruct p; try apply denR_patom.
  - simpl. destruct (q_is0 c) eqn:E; [rewrite denR_pzero, (q_is0_ok _ E); now rewrite Rinv_0 | apply denR_patom].
  - unfold pinv. destruct (p_is0 p2) eqn:E.
    + rewrite pscale_ok, Q2R_Qinv, minv_ok. cbn [den num]. now rewrite (p_is0_ok _ _ E), Rplus_0_r, Rinv_mult.
    + destruct (prim true (Poly c p1 p2)) as [q d] eqn:F. destruct (prim_ok e _ _ _ _ F) as [-> _].
      rewrite pscale_ok, denR_patom, Q2R_Qinv, Rinv_mult. reflexivity.
Qed.
Lemma pexp_ok e p : D e (pexp p) = exp (D e p).
Proof. unfold pexp. cbn [den num]. rewrite Q2R_1, denR_pzero. rg. Qed.
Lemma plog_ok e p : D e (plog p) = ln (D e p).
Proof.
  destruct p; try apply denR_patom. destruct p1; try apply denR_patom. unfold plog.
  destruct (term_eqb (Poly c (Exp p1) p2) (Poly (1 # 1) (Exp p1) pzero)) eqn:E; [|apply denR_patom].
  apply term_eqb_eq in E. rewrite E. fold (pexp p1). now rewrite pexp_ok, ln_exp.
Qed.
Lemma pabs_ok e p : D e (pabs p) = Rabs (D e p).
Proof.
  unfold pabs. destruct (constant p) eqn:E; [now rewrite denR_pconst, Q2R_qabs, (constant_ok e _ _ E)|].
  destruct (prim true p) as [q c] eqn:F. destruct (prim_ok e _ _ _ _ F) as [-> _].
  rewrite pscale_ok, denR_patom, Q2R_qabs, Rabs_mult. reflexivity.
Qed.
Lemma decide_ok e r d t : decide r d = Some t -> rdec r 0 (D e d) = t.
Proof.
  unfold decide. destruct (constant d) as [c|] eqn:E; try discriminate. rewrite (constant_ok e _ _ E). intros H. injection H as <-.
  destruct c as [[|a|a] b].
  - rewrite (q_is0_ok (0 # b)) by reflexivity.
    destruct r; simpl; [destruct (Rle_dec 0 0) | destruct (Rlt_dec 0 0) | destruct (Req_EM_T 0 0)]; try reflexivity; lra.
  - generalize (Q2R_pos a b). intros H.
    destruct r; simpl; [destruct (Rle_dec 0 _) | destruct (Rlt_dec 0 _) | destruct (Req_EM_T 0 _)]; try reflexivity; lra.
  - rewrite Q2R_neg. generalize (Q2R_pos a b). intros H.
    destruct r; simpl; [destruct (Rle_dec 0 _) | destruct (Rlt_dec 0 _) | destruct (Req_EM_T 0 _)]; try reflexivity; lra.
Qed.
Lemma prim_rel e r d : relR r 0 (D e d) <-> relR r (D e pzero) (D e (fst (prim (rsigned r) d))).
Proof.
  destruct (prim (rsigned r) d) as [q c] eqn:F. destruct (prim_ok e _ _ _ _ F) as (H1 & H2 & H3). rewrite H1, denR_pzero. cbn [fst].
  destruct r; simpl in *.
  - specialize (H2 eq_refl). split; intros H; [|now apply Rmult_le_pos; [lra|]].
    apply Rmult_le_reg_l with (Q2R c); lra.
  - specialize (H2 eq_refl). split; intros H; [|now apply Rmult_lt_0_compat].
    apply Rmult_lt_reg_l with (Q2R c); lra.
  - split; intros H; [|rewrite <- H; rg]. apply Rmult_eq_reg_l with (Q2R c); lra.
Qed.
Lemma pite_ok e r a b p q : D e (pite r a b p q) = if rdec r (D e a) (D e b) then D e p else D e q.
Proof.
  unfold pite. rewrite rdec_shift. destruct (decide r (psub b a)) as [t|] eqn:E.
  - apply (decide_ok e) in E. rewrite psub_ok in E. rewrite E. now destruct t.
  - destruct (term_eqb p q) eqn:F; [apply term_eqb_eq in F; subst; now destruct (rdec _ _ _)|].
    rewrite denR_patom. cbn [den num]. rewrite <- psub_ok.
    replace (rdec r (D e pzero) (D e (fst (prim (rsigned r) (psub b a))))) with (rdec r 0 (D e (psub b a))); [reflexivity|].
    apply Bool.eq_iff_eq_true. rewrite !rdec_iff. apply prim_rel.
Qed.

Lemma sumR_0 n lo : sumR n lo (fun _ => 0) = 0.
Proof. induction n; simpl; [reflexivity | rewrite IHn; rg]. Qed.
Lemma sumR_plus n lo f g : sumR n lo (fun x => f x + g x) = sumR n lo f + sumR n lo g.
Proof. induction n; simpl; [rg | rewrite IHn; rg]. Qed.
Lemma sumR_mult n lo c f : sumR n lo (fun x => c * f x) = c * sumR n lo f.
Proof. induction n; simpl; [rg | rewrite IHn; rg]. Qed.
Lemma prodR_1 n lo : prodR n lo (fun _ => 1) = 1.
Proof. induction n; simpl; [reflexivity | rewrite IHn; rg]. Qed.
Lemma esplit_ok p : forall i o e x, esplit p = (i, o) -> D (x :: e) p = D (x :: e) i + D e o.
Proof.
  induction p; intros i0 o0 e0 x0 H; simpl in H; try (injection H as <- <-; rewrite (denR_pzero e0); rg).
  - destruct (q_is0 c) eqn:E; injection H as <- <-; rewrite ?(denR_pzero e0), ?denR_pzero; simpl; rewrite ?(q_is0_ok _ E); rg.
  - destruct (esplit p2) as [i' o'] eqn:E. destruct (occurs 0 p1) eqn:F; injection H as <- <-; cbn [den num];
      rewrite (IHp2 _ _ e0 x0 eq_refl); [rg|]. rewrite (denR_lower0 v p1 e0 x0 F). rg.
Qed.
Lemma msplit_ok m : forall i o e x, msplit m = (i, o) -> D (x :: e) m = D (x :: e) i * D e o.
Proof.
  induction m; intros i0 o0 e0 x0 H; simpl in H; try (injection H as <- <-; rewrite (denR_mone e0); rg).
  - destruct (esplit m) as [i' o'] eqn:E. injection H as <- <-. cbn [den num]. rewrite (esplit_ok _ _ _ e0 x0 E). apply exp_plus.
  - destruct (msplit m2) as [i' o'] eqn:E. destruct (occurs 0 m1) eqn:F; injection H as <- <-; cbn [den num];
      rewrite (IHm2 _ _ e0 x0 eq_refl); [rg|]. rewrite (denR_lower0 v m1 e0 x0 F). rg.
Qed.
Lemma psum_ok e lo hi b : D e (psum lo hi b) = D e (Big Sum lo hi b).
Proof.
  induction b; try (simpl psum; apply denR_patom).
  - cbn [psum]. destruct (q_is0 c) eqn:E; [|apply denR_patom]. rewrite denR_pzero. cbn [den num bigR]. rewrite (q_is0_ok _ E). now rewrite sumR_0.
  - cbn [psum]. destruct (msplit b1) as [i o] eqn:E.
    rewrite padd_ok, pmul_ok, denR_patom, IHb2. cbn [den num bigR]. rewrite denR_pzero.
    rewrite (sumR_plus _ _ (fun x => Q2R c * D (num (IZR (Zfloor x)) :: e) b1)). f_equal. rewrite <- sumR_mult. f_equal. extensionality x.
    rewrite (msplit_ok _ _ _ e (num (IZR (Zfloor x))) E), denR_pzero, Q2R_1. rg.
Qed.
Lemma pbig_ok e o lo hi b : D e (pbig o lo hi b) = D e (Big o lo hi b).
Proof.
  destruct o; simpl pbig; [apply psum_ok| |apply denR_patom].
  destruct (term_eqb b pone) eqn:E; [|apply denR_patom]. apply term_eqb_eq in E. subst. rewrite denR_pone. cbn [den num bigR].
  symmetry. erewrite <- prodR_1. f_equal. extensionality x. apply (denR_pone (num (IZR (Zfloor x)) :: e)).
Qed.
Lemma known_ok e o lo hi n : known o lo hi = Some n -> count (D e lo) (D e hi) = n /\ (o = Max -> (n <= 1)%nat).
Proof.
  unfold known. destruct (constant (psub hi lo)) as [c|] eqn:E; try discriminate.
  apply (constant_ok e) in E. rewrite psub_ok in E. destruct c as [a [b|b|]]; try discriminate. simpl.
  destruct (Z.leb a _) eqn:F; try discriminate. intros H. injection H as <-. unfold count. rewrite E, Q2R_int, Zfloor_IZR.
  split; [reflexivity|]. intros ->. apply Z.leb_le in F. lia.
Qed.
Lemma off_ok e lo k : D e (off lo k) = D e lo + IZR (Z.of_nat k).
Proof. unfold off. now rewrite padd_ok, denR_pconst, Q2R_int. Qed.
Lemma unroll_ok e o lo n f g : (o = Max -> (n <= 1)%nat) -> (forall t, D e (f t) = g (D e t)) ->
  D e (unroll o lo n f) = bigR o n (D e lo) g.
Proof.
  intros Hn H. induction n.
  - destruct o; simpl unroll; rewrite ?denR_pzero, ?denR_pone; reflexivity.
  - destruct o.
    + cbn [unroll]. rewrite padd_ok, H, off_ok, IHn by discriminate. reflexivity.
    + cbn [unroll]. rewrite pmul_ok, H, off_ok, IHn by discriminate. reflexivity.
    + specialize (Hn eq_refl). assert (n = 0%nat) by lia. subst. simpl. rewrite H. f_equal. rg.
Qed.

(** * Sorts *)
Lemma isint_ok t : isint t = true -> forall e, exists z, D e t = IZR z.
Proof.
  assert (Hs : forall n lo f, (forall x, exists z, f x = IZR z) -> exists z, sumR n lo f = IZR z).
  { induction n; intros lo f H; simpl; [now exists 0%Z|]. destruct (IHn lo f H) as [z ->].
    destruct (H (lo + IZR (Z.of_nat n))) as [y ->]. exists (z + y)%Z. now rewrite plus_IZR. }
  assert (Hp : forall n lo f, (forall x, exists z, f x = IZR z) -> exists z, prodR n lo f = IZR z).
  { induction n; intros lo f H; simpl; [now exists 1%Z|]. destruct (IHn lo f H) as [z ->].
    destruct (H (lo + IZR (Z.of_nat n))) as [y ->]. exists (z * y)%Z. now rewrite mult_IZR. }
  assert (Hm : forall n lo f, (forall x, exists z, f x = IZR z) -> exists z, maxR n lo f = IZR z).
  { induction n; intros lo f H; [now exists 0%Z|]. cbn [maxR]. destruct n; [apply H|]. destruct (IHn lo f H) as [z ->].
    destruct (H (lo + IZR (Z.of_nat (S n)))) as [y ->]. unfold Rmax. destruct (Rle_dec _ _); eauto. }
  induction t; cbn [isint]; intros H e; try discriminate H;
  repeat match goal with H : (if _ then _ else false) = true |- _ => apply if_and in H; destruct H end;
  repeat match goal with
  | IH : isint ?t = true -> _, H : isint ?t = true |- _ => specialize (IH H)
  end.
  - destruct c as [a [b|b|]]; try discriminate. exists a. apply Q2R_int.
  - destruct s; try discriminate. cbn [den cast casts fst num]. eauto.
  - destruct s; try discriminate. cbn [den cast casts fst num]. eauto.
  - subst z. cbn [den num]. eauto.
  - destruct (IHt1 e) as [x Hx], (IHt2 e) as [y Hy]. exists (x + y)%Z. cbn [den num]. now rewrite Hx, Hy, plus_IZR.
  - destruct (IHt1 e) as [x Hx], (IHt2 e) as [y Hy]. exists (x * y)%Z. cbn [den num]. now rewrite Hx, Hy, mult_IZR.
  - exists 1%Z. exact (m_is1_ok e _ H).
  - destruct (IHt e) as [x Hx]. exists (Z.abs x). cbn [den num]. now rewrite Hx, abs_IZR.
  - cbn [den num]. destruct (rdec _ _ _); auto.
  - cbn [den num]. destruct o; cbn [bigR]; [apply Hs | apply Hp | apply Hm]; intros x; now apply IHt3.
  - destruct s; try discriminate. cbn [den cast casts fst num]. eauto.
  - destruct c as [a [b|b|]]; try discriminate. destruct (IHt1 ltac:(assumption) e) as [x Hx], (IHt2 e) as [y Hy]. exists (a * x + y)%Z. cbn [den num]. now rewrite Hx, Hy, Q2R_int, plus_IZR, mult_IZR.
  - destruct (IHt1 e) as [x Hx], (IHt2 e) as [y Hy]. exists (x ^ (Z.of_nat (Pos.to_nat k)) * y)%Z. cbn [den num].
    now rewrite Hx, Hy, mult_IZR, pow_IZR.
Qed.
Lemma isnum_ok e t : isnum t = true -> den v e t = num (D e t).
Proof. destruct t; cbn [isnum]; try discriminate; intros H; try reflexivity; now apply cast_base. Qed.
Lemma den_patom e t : den v e (patom t) = num (D e t).
Proof. rewrite isnum_ok by reflexivity. now rewrite denR_patom. Qed.
Lemma pnum_ok e t : den v e (pnum t) = num (D e t).
Proof. unfold pnum. destruct (isnum t) eqn:E; [now apply isnum_ok | apply den_patom]. Qed.
Lemma fits_num e t s : isnum t = true -> match s with TZ => isint t | TR => true | _ => false end = true -> cast s (den v e t s) = den v e t.
Proof.
  intros N H. destruct s; try discriminate.
  - destruct (isint_ok t H e) as [z Hz]. rewrite (isnum_ok e t N), Hz. cbn [num]. now rewrite Zfloor_IZR.
  - rewrite (isnum_ok e t N). reflexivity.
Qed.
Lemma fits_ok t : forall s e, fits t s = true -> cast s (den v e t s) = den v e t.
Proof.
  induction t; intros sr e H; try (now apply fits_num); cbn [fits] in H.
  - now apply cast_fit.
  - now apply cast_fit.
  - specialize (IHt1 _ e H). apply value_ext. intros r'. cbn [den].
    assert (E := f_equal (fun w : value => w (Arr s r') (den v e t2 s)) IHt1). cbv beta in E.
    rewrite cast_arr in E. rewrite <- E. now rewrite cast_id.
  - destruct sr as [| |a c]; try discriminate. apply if_and in H. destruct H as [H1 H2]. apply sort_eqb_eq in H1. subst a.
    apply value_ext. intros [| |a b]; try reflexivity. cbn [den]. rewrite cast_arr. extensionality x. rewrite cast_id.
    now rewrite IHt.
  - now apply cast_fit.
Qed.
Lemma as_nf_ok e t s : den v e t = cast s (den v e t s) -> den v e (as_nf t s) = cast s (den v e t s).
Proof.
  unfold as_nf. destruct (base s) eqn:E; [|easy]. intros H. rewrite den_patom, (cast_base s (den v e t s)) by exact E. f_equal. exact (f_equal (fun w : value => w TR) H).
Qed.
Lemma pcast_ok e s t : den v e (pcast s t) = cast s (den v e t s).
Proof.
  unfold pcast. destruct (fits t s) eqn:F; [symmetry; now apply fits_ok|].
  assert (C : den v e (as_nf (Cast s t) s) = cast s (den v e t s)).
  { rewrite as_nf_ok; cbn [den]; now rewrite cast_id. }
  exact C.
Qed.
Lemma eta1_ok e s b c : (forall r g x, c = App r g x -> sort_eqb r s = true -> match sort_of g with Arr a t => fits g (sort_of g) = true -> sort_eqb a s = true ->
    den v e (Lam s b) = den v e (Lam s c) | _ => True end) -> den v e (eta1 s b c) = den v e (Lam s b).
Proof.
  intros Hb. destruct c; try reflexivity. specialize (Hb _ _ _ eq_refl). cbn [eta1]. destruct (sort_eqb s0 s) eqn:T1; [|reflexivity]. specialize (Hb eq_refl).
  destruct (term_eqb c2 _) eqn:T2; [|reflexivity]. destruct (occurs 0 c1) eqn:O; [reflexivity|]. cbn [negb].
  destruct (sort_of c1) as [| |a r] eqn:T; try reflexivity. destruct (sort_eqb a s) eqn:T3; [|reflexivity].
  destruct (fits c1 _) eqn:F; [|reflexivity]. specialize (Hb eq_refl eq_refl). rewrite Hb. clear Hb.
  apply sort_eqb_eq in T1, T3. apply term_eqb_eq in T2. subst.
  assert (L : forall x : value, den v (x :: e) c1 = den v e (lower 0 c1)) by (intros x; now apply den_lower0).
  assert (G : cast (Arr s r) (den v e (lower 0 c1) (Arr s r)) = den v e (lower 0 c1)).
  { rewrite <- (L (num 0)). now apply fits_ok. }
  apply value_ext. intros [| |a' r'].
  - rewrite <- G. reflexivity.
  - rewrite <- G. reflexivity.
  - cbn [den]. extensionality x. rewrite L.
    assert (X : den v (cast s (cast a' x s) :: e) (as_nf (Bv 0 s) s) s = cast a' x s).
    { rewrite as_nf_ok; cbn [den nth]; now rewrite !cast_id. }
    rewrite X. rewrite <- G. now rewrite !cast_arr, cast_id.
Qed.
Lemma eta_ok e s b : den v e (eta s b) = den v e (Lam s b).
Proof.
  destruct b; try reflexivity.
  - apply eta1_ok. intros. destruct (sort_of g); trivial.
  - cbn [eta]. destruct b1; try reflexivity. destruct b1_1; try reflexivity. destruct b1_1; try reflexivity.
    match goal with |- context [if ?x then _ else _] => destruct x eqn:F; [|reflexivity] end. apply if_and in F. destruct F as [F1 F2].
    apply term_eqb_eq in F1. rewrite F1 in *. apply eta1_ok. intros r g x Ec Er. injection Ec as -> -> ->. apply sort_eqb_eq in Er. subst r.
    destruct (sort_of g) as [| |a t] eqn:T; trivial. intros F A. apply sort_eqb_eq in A. subst a.
    apply value_ext. intros [| |a' r']; try reflexivity. cbn [den]. extensionality y.
    rewrite den_patom. cbn [den num]. set (E := cast s (cast a' y s) :: e).
    assert (G := fits_ok _ _ E F).
    assert (K := f_equal (fun w : value => w (Arr s r') (den v E x s)) G). cbv beta in K. rewrite cast_arr, cast_id in K. rewrite <- K.
    destruct t; try discriminate; destruct z; try discriminate; reflexivity.
Qed.
Lemma look_ok e l s k r : den v e (look k r (l, s)) = cast r (nth k (map (den v e) l ++ skipn s e) (num 0) r).
Proof.
  unfold look. cbn [fst snd]. destruct (nth_error l k) eqn:E.
  - assert (k < length l)%nat by (apply nth_error_Some; congruence).
    rewrite app_nth1 by now rewrite map_length. rewrite pcast_ok. f_equal.
    erewrite (nth_error_nth (map (den v e) l)); [reflexivity|]. now apply map_nth_error.
  - apply nth_error_None in E. rewrite as_nf_ok; cbn [den]; rewrite ?cast_id; [|reflexivity]. rewrite app_nth2 by now rewrite map_length.
    rewrite map_length. rewrite PeanoNat.Nat.add_comm. generalize (k - length l)%nat. clear E. revert e.
    induction s; intros e n; [reflexivity|]. destruct e; simpl; [now destruct n|apply IHs].
Qed.
Fixpoint applied_to (e : list value) (w : value) (args : spine) : value :=
  match args with [] => w | (s, a) :: args => applied_to e (fun s' => w (Arr s s') (den v e a s)) args end.
Lemma chain_ok e args : forall t, den v e (chain t args) = applied_to e (den v e t) args.
Proof. induction args as [|[s a] args IH]; intros t; [reflexivity|]. cbn [chain applied_to]. now rewrite IH. Qed.
Lemma pvalue_ok e z t : den v e (pvalue z t) = num (if z then IZR (den v e t TZ) else den v e t TR).
Proof.
  assert (P : den v e (patom (Val (if z then true else fits t TZ) t)) = num (if z then IZR (den v e t TZ) else den v e t TR)).
  { rewrite den_patom. cbn [den num]. destruct z; [reflexivity|]. destruct (fits t TZ) eqn:F; [|reflexivity].
    rewrite <- (f_equal (fun w : value => w TR) (fits_ok _ _ e F)). reflexivity. }
  destruct t; try exact P; (destruct z; cbn [pvalue]; [rewrite pcast_ok; reflexivity | now rewrite isnum_ok by reflexivity]).
Qed.
End V.

(** * The normal form *)
Section Norm.
Variables v w : valuation.
Definition head_sound (v : valuation) (head_of : term -> spine -> term) := forall e t args, den v e (head_of t args) = applied_to v e (den v e t) args.
Variable head_of : term -> spine -> term.
Hypothesis Hhead : head_sound v head_of.
(** The substitution turns the valuation v into w. *)
Definition subst_sound (sg : sigma) (e : list value) := forall x s,
  den v e (match sfind x sg with Some u => pcast s u | None => as_nf (Var x s) s end) = cast s (w x s).
Lemma sfind_lift x sg : sfind x (slift sg) = option_map (lift 0) (sfind x sg).
Proof.
  induction sg as [|[y t] sg IH]; [reflexivity|]. simpl. destruct (Pos.eqb x y); [reflexivity | exact IH].
Qed.
Lemma subst_sound_under sg e x : subst_sound sg e -> subst_sound (slift sg) (x :: e).
Proof.
  intros H y s. rewrite sfind_lift. specialize (H y s). destruct (sfind y sg); cbn [option_map].
  - rewrite pcast_ok in *. now rewrite den_lift0.
  - rewrite as_nf_ok in * by (cbn [den]; now rewrite cast_id). exact H.
Qed.
Lemma under_ok r l s e x : cast r (x r) = x -> map (den v (x :: e)) (fst (under r (l, s))) ++ skipn (snd (under r (l, s))) (x :: e)
  = x :: map (den v e) l ++ skipn s e.
Proof.
  intros Hx. unfold under. cbn [fst snd map skipn List.app]. rewrite as_nf_ok by (cbn [den]; now rewrite cast_id). cbn [den nth].
  rewrite cast_id, Hx, map_map. f_equal. f_equal. apply map_ext. intros u. apply den_lift0.
Qed.
Lemma norm_ok t : forall sg l s e args, subst_sound sg e ->
  den v e (norm head_of sg (l, s) t args) = applied_to v e (den w (map (den v e) l ++ skipn s e) t) args.
Proof.
  induction t; intros sg l s' e args Hs; cbn [norm den].
  - rewrite chain_ok, isnum_ok by (unfold pconst; now destruct (q_is0 _)). rewrite denR_pconst. reflexivity.
  - rewrite Hhead. f_equal. apply Hs.
  - rewrite Hhead. f_equal. apply look_ok.
  - rewrite chain_ok, pvalue_ok, IHt by assumption. reflexivity.
  - rewrite IHt1 by assumption. cbn [applied_to]. rewrite IHt2 by assumption. reflexivity.
  - rewrite Hhead, eta_ok. f_equal. apply value_ext. intros [| |a r]; try reflexivity. cbn [den]. extensionality x. unfold under. rewrite IHt by now apply subst_sound_under.
    cbn [applied_to]. rewrite <- (under_ok s l s' e) by now rewrite cast_id. reflexivity.
  - rewrite chain_ok, pnum_ok, padd_ok, IHt1, IHt2 by assumption. reflexivity.
  - rewrite chain_ok, pnum_ok, pmul_ok, IHt1, IHt2 by assumption. reflexivity.
  - rewrite chain_ok, pnum_ok, pinv_ok, IHt by assumption. reflexivity.
  - rewrite chain_ok, pnum_ok, pexp_ok, IHt by assumption. reflexivity.
  - rewrite chain_ok, pnum_ok, plog_ok, IHt by assumption. reflexivity.
  - rewrite chain_ok, pnum_ok, pabs_ok, IHt by assumption. reflexivity.
  - rewrite chain_ok, pnum_ok, pite_ok, IHt1, IHt2, IHt3, IHt4 by assumption. reflexivity.
  - cbv zeta. rewrite chain_ok, pnum_ok. do 2 f_equal.
    assert (A1 : denR v e (norm head_of sg (l, s') t1 []) = denR w (map (den v e) l ++ skipn s' e) t1) by now rewrite IHt1.
    assert (A2 : denR v e (norm head_of sg (l, s') t2 []) = denR w (map (den v e) l ++ skipn s' e) t2) by now rewrite IHt2.
    rewrite <- A1, <- A2.
    destruct (known o _ _) as [n|] eqn:E.
    + destruct (known_ok v e _ _ _ _ E) as [-> Hn]. apply unroll_ok; [exact Hn|].
      intros t. cbn [fst snd]. rewrite IHt3 by assumption. cbn [applied_to map List.app]. rewrite pcast_ok, pnum_ok. reflexivity.
    + rewrite pbig_ok. cbn [den num]. apply bigR_ext. intros x. unfold under. rewrite IHt3 by now apply subst_sound_under.
      cbn [applied_to]. rewrite <- (under_ok TZ l s' e) by (cbn [num]; now rewrite Zfloor_IZR). reflexivity.
  - rewrite chain_ok, pcast_ok, IHt by assumption. reflexivity.
  - rewrite chain_ok, pnum_ok, padd_ok, pscale_ok, IHt1, IHt2 by assumption. reflexivity.
  - rewrite chain_ok, pnum_ok, pmul_ok, ppow_ok, IHt1, IHt2 by assumption. reflexivity.
  - rewrite chain_ok, pnum_ok, denR_patom. cbn [den num]. rewrite IHt by assumption. reflexivity.
Qed.
Lemma norm_ok1 t sg l s e : subst_sound sg e -> den v e (norm head_of sg (l, s) t []) = den w (map (den v e) l ++ skipn s e) t.
Proof. intros. now rewrite norm_ok. Qed.
Lemma norm_form_ok f : forall sg l s e, subst_sound sg e -> (holds v e (norm_form head_of sg (l, s) f) <-> holds w (map (den v e) l ++ skipn s e) f).
Proof.
  induction f; intros sg l s' e Hs; cbn [norm_form holds].
  - tauto.
  - tauto.
  - now rewrite !norm_ok1.
  - now rewrite IHf1, IHf2.
  - assert (K : forall x, holds v (cast s x :: e) (norm_form head_of (slift sg) (under s (l, s')) f) <-> holds w (cast s x :: map (den v e) l ++ skipn s' e) f).
    { intros x. rewrite <- (under_ok s) by now rewrite cast_id. unfold under. cbn [fst snd]. apply IHf. now apply subst_sound_under. }
    split; intros G x; apply K, G.
  - rewrite !norm_ok1 by assumption.
    replace (fun u => denR v (num u :: e) (norm head_of (slift sg) (under TR (l, s')) f [])) with
            (fun u => denR w (num u :: map (den v e) l ++ skipn s' e) f); [reflexivity|].
    extensionality x. rewrite <- (under_ok TR) by reflexivity. unfold under. cbn [fst snd]. symmetry.
    now rewrite norm_ok1 by now apply subst_sound_under.
Qed.
End Norm.

Lemma subst_sound0 v e : subst_sound v v [] e.
Proof. intros x s. cbn [sfind]. rewrite as_nf_ok; cbn [den]; now rewrite cast_id. Qed.
Lemma betas_ok v nm : (forall e l b, den v e (nm l b) = den v (map (den v e) l ++ e) b) ->
  forall e args l b, den v e (betas nm l b args) = applied_to v e (den v (map (den v e) l ++ e) b) args.
Proof.
  intros Hn e. induction args as [|[s a] args IH]; intros l b; [apply Hn|].
  assert (C : den v e (chain (nm l b) ((s, a) :: args)) = applied_to v e (den v (map (den v e) l ++ e) b) ((s, a) :: args)) by now rewrite chain_ok, Hn.
  destruct b; try exact C. cbn [betas]. destruct (sort_eqb s0 s) eqn:E; [|exact C]. apply sort_eqb_eq in E. subst s0.
  rewrite IH. cbn [applied_to map List.app den]. rewrite pcast_ok. f_equal. apply value_ext. intros r. now rewrite cast_id.
Qed.
Lemma head_at_ok v n : head_sound v (head_at n).
Proof.
  induction n as [|n IH]; intros e t args; cbn [head_at]; [apply chain_ok|].
  assert (C : den v e (chain t args) = applied_to v e (den v e t) args) by apply chain_ok.
  destruct t, args; try exact C. rewrite betas_ok; [reflexivity|]. intros e' l b. rewrite norm_ok1 with (w := v); [reflexivity | exact IH | apply subst_sound0].
Qed.
Lemma head_ok v : head_sound v head.
Proof. apply head_at_ok. Qed.
#[global] Hint Resolve head_ok subst_sound0 : core.
#[global] Opaque head.
Lemma norm_form_head_ok v w sg l s e f : subst_sound v w sg e -> (holds v e (norm_form head sg (l, s) f) <-> holds w (map (den v e) l ++ skipn s e) f).
Proof. now apply norm_form_ok. Qed.
Lemma den_normal v e l s t : den v e (normal (l, s) t) = den v (map (den v e) l ++ skipn s e) t.
Proof. unfold normal. now apply norm_ok1. Qed.
Lemma normal_ok v e l s t : denR v e (normal (l, s) t) = denR v (map (den v e) l ++ skipn s e) t.
Proof. now rewrite den_normal. Qed.
Lemma normal_env0_ok v e t : denR v e (normal env0 t) = denR v e t.
Proof. apply normal_ok. Qed.
Lemma fill_ok v b t : holds v [] (fill b t) <-> holds v [den v [] t] b.
Proof. unfold fill. now rewrite (norm_form_head_ok v v). Qed.
Lemma normal_form_ok v f : holds v [] (normal_form f) <-> holds v [] f.
Proof. unfold normal_form, env0. now rewrite (norm_form_head_ok v v). Qed.

Lemma gather_ok v t : forall d e, den v e (gather d t) = match d with None => den v e t | Some d => num (denR v e t * / denR v e d) end.
Proof.
  assert (O : forall t u d e, den v e u = den v e t ->
    den v e (over u d) = match d with None => den v e t | Some d => num (denR v e t * / denR v e d) end).
  { intros a b d e H. destruct d; cbn [over den]; now rewrite H. }
  induction t; intros d e; cbn [gather]; try apply O; cbn [den];
  try (repeat match goal with H : forall d e, den v e (gather d ?t) = _ |- _ => rewrite (H None); clear H end; reflexivity).
  - apply value_ext. intros [| |a r]; try reflexivity. extensionality x. now rewrite (IHt None).
  - rewrite (IHt1 None), (IHt2 None). f_equal. apply bigR_ext. intros x. now rewrite (IHt3 None).
  - assert (G : den v e (Mono (gather None t1) k (gather d t2)) = match d with None => den v e (Mono t1 k t2) |
      Some d => num (denR v e (Mono t1 k t2) * / denR v e d) end).
    { cbn [den]. rewrite (IHt1 None), (IHt2 d). destruct d; [|reflexivity]. cbn [num]. f_equal. rg. }
    destruct t1; try exact G. destruct (N.ltb _ _); [exact G|]. clear G. rewrite IHt2. cbn [den num].
    assert (Q : denR v e (gather None t1) = denR v e t1).
    { assert (H := f_equal (fun w : value => w TR) (IHt1 None e)). cbn [gather over den num] in H. apply (f_equal Rinv) in H. now rewrite !Rinv_inv in H. }
    rewrite Q, Rinv_mult, Rinv_pow. destruct d; cbn [num den]; f_equal; [rg|]. rewrite Q2R_1, Rinv_1. rg.
Qed.
Lemma gathered_ok v e t : den v e (gathered t) = den v e t.
Proof. unfold gathered. destruct (scattered _ _ t); [|reflexivity]. unfold env0. rewrite den_normal. cbn [map skipn List.app]. apply (gather_ok v t None). Qed.

Lemma key_ok v f : forall e, holds v e (key f) <-> holds v e f.
Proof.
  induction f; intros e; try reflexivity.
  - cbn [key]. cbv zeta. cbn [holds]. rewrite relR_shift. rewrite <- psub_ok, <- (gathered_ok v e (psub b a)). destruct (decide r _) as [t|] eqn:E.
    + apply (decide_ok v e) in E. rewrite <- rdec_iff, E. destruct t; simpl; split; intros; try tauto; discriminate.
    + cbn [holds]. symmetry. apply prim_rel.
  - simpl key. cbn [holds]. specialize (IHf1 e). specialize (IHf2 e).
    destruct (key f1); destruct (key f2); cbn [holds] in *; tauto.
  - simpl key. assert (G : (holds v e (All s f)) <-> holds v e (All s (key f))).
    { cbn [holds]. split; intros G x; apply IHf, G. }
    rewrite G. clear G. destruct (key f); try reflexivity. cbn [holds]. tauto.
  - cbn [key holds]. rewrite !gathered_ok.
    replace (fun u => denR v (num u :: e) (gathered f)) with (fun u => denR v (num u :: e) f); [reflexivity|].
    extensionality u. now rewrite gathered_ok.
Qed.
