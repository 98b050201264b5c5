(** The rules of arithmetic. As in proofs/kernel/rules.py, "arithmetic". *)
From Coq Require Import Reals ZArith QArith Qreals List Bool PArith Lra Lia FunctionalExtensionality Classical.
From Flocq Require Import Core.Raux.
From Lemmata Require Export Facts.
Import ListNotations.
Local Open Scope R_scope.
Local Open Scope lazy_bool_scope.

(** * arith: (right − left) · Π scale = Σ coefficient · Π facts, an identity of polynomials *)

(** Of the product of (right − left) over relations: whether an equation is among them, whether all are strict, and the
    product as a polynomial. *)
Fixpoint gaps (fs : list fact) : option (bool * bool * term) :=  (* an equation among them; all strict; product *)
  match fs with
  | [] => Some (false, true, pone)
  | f :: fs =>
      match concl f with
      | Rel r a b =>
          do (e, s, p) <- gaps fs;
          Some (match r with REq => true | _ => e end, match r with RLt => s | _ => false end,
                match fs with [] => psub b a | _ => pmul (psub b a) p end)
      | _ => None
      end
  end.
Definition gapv (v : valuation) (f : fact) := match concl f with Rel _ a b => denR v [] b - denR v [] a | _ => 0 end.
Fixpoint prodv v (fs : list fact) := match fs with [] => 1 | f :: fs => gapv v f * prodv v fs end.
Lemma gaps_ok v fs : (forall f, In f fs -> holds v [] (concl f)) -> forall e s p, gaps fs = Some (e, s, p) ->
  denR v [] p = prodv v fs /\ (e = true -> prodv v fs = 0) /\ (e = false -> 0 <= prodv v fs) /\ (e = false -> s = true -> 0 < prodv v fs).
Proof.
  induction fs as [|f fs IH]; intros Hf e s p H.
  - injection H as <- <- <-. cbn [prodv]. rewrite denR_pone. repeat split; intros; try discriminate; lra.
  - cbn [gaps] in H. assert (C := Hf f (or_introl eq_refl)). cbn [prodv]. unfold gapv.
    destruct (concl f) as [| |r a b| | |]; try discriminate. opt H. destruct p0 as [[e' s'] p'].
    destruct (IH (fun g G => Hf g (or_intror G)) _ _ _ eq_refl) as (P1 & P2 & P3 & P4).
    injection H as <- <- <-. set (P := prodv v fs) in *. cbn [holds] in C.
    assert (Hp : denR v [] (match fs with [] => psub b a | _ :: _ => pmul (psub b a) p' end) = (denR v [] b - denR v [] a) * P).
    { destruct fs; [|now rewrite pmul_ok, psub_ok, P1]. rewrite psub_ok. unfold P. cbn [prodv]. rg. }
    rewrite Hp. clear Hp. split; [reflexivity|]. destruct r; cbn [relR] in C.
    + repeat split; intros; try discriminate; [rewrite P2 by assumption; rg | apply Rmult_le_pos; [lra | auto]].
    + repeat split; intros; [rewrite P2 by assumption; rg | apply Rmult_le_pos; [lra | auto] | apply Rmult_lt_0_compat; [lra | auto]].
    + repeat split; intros; try discriminate. rewrite C. rg.
Qed.
(** What is left after the summands are subtracted, and whether one of them is positive. Where no equation makes a product
    zero, its coefficient must not be negative. *)
Fixpoint subtract (r : rel) (sums : list (term * list fact)) (rest : term) (strict : bool) : option (term * bool) :=
  match sums with
  | [] => Some (rest, strict)
  | (c, fs) :: sums =>
      do (e, s, p) <- gaps fs;
      let rest' := psub rest (pmul c p) in
      if e then subtract r sums rest' strict
      else match r with
           | REq => None
           | _ => match constant c with
                  | Some q => match Qnum q with
                              | Zneg _ => None
                              | Zpos _ => subtract r sums rest' (s ||| strict)
                              | Z0 => subtract r sums rest' strict
                              end
                  | None => None
                  end
           end
  end.
Lemma subtract_ok v r sums : (forall cf f, In cf sums -> In f (snd cf) -> holds v [] (concl f)) ->
  forall rest st rest' st', subtract r sums rest st = Some (rest', st') ->
  exists S, denR v [] rest = denR v [] rest' + S /\ 0 <= S /\ (r = REq -> S = 0) /\ (st' = true -> st = true \/ 0 < S).
Proof.
  induction sums as [|[c fs] sums IH]; intros Hf rest st rest' st' H.
  - injection H as <- <-. exists 0. repeat split; try lra; auto.
  - cbn [subtract] in H. opt H. destruct p as [[e s] p].
    assert (Hfs : forall f, In f fs -> holds v [] (concl f)) by (intros f F; apply (Hf (c, fs) f (or_introl eq_refl) F)).
    destruct (gaps_ok v fs Hfs _ _ _ Heqo) as (P1 & P2 & P3 & P4). set (P := prodv v fs) in *.
    specialize (IH (fun cf f A B => Hf cf f (or_intror A) B)).
    assert (R0 : denR v [] (psub rest (pmul c p)) = denR v [] rest - denR v [] c * P) by now rewrite psub_ok, pmul_ok, P1.
    destruct e.
    + destruct (IH _ _ _ _ H) as (S & S1 & S2 & S3 & S4). exists S. rewrite R0, P2 in S1 by reflexivity. repeat split; auto; lra.
    + destruct r; try discriminate; (destruct (constant c) as [q|] eqn:Q; [|discriminate]; apply (constant_ok v []) in Q; rewrite Q in R0;
        specialize (P3 eq_refl); specialize (P4 eq_refl);
        destruct q as [[|a|a] b]; cbn [Qnum] in H; try discriminate; destruct (IH _ _ _ _ H) as (S & S1 & S2 & S3 & S4);
        [ rewrite (q_is0_ok (0 # b)) in R0 by reflexivity; exists S; repeat split; auto; try discriminate; lra
        | generalize (Q2R_pos a b); intros HQ; exists (S + Q2R (Z.pos a # b) * P);
          assert (0 <= Q2R (Z.pos a # b) * P) by (apply Rmult_le_pos; lra);
          repeat split; try discriminate; try lra; intros T; specialize (S4 T); destruct s; cbn in S4;
          [right; assert (0 < Q2R (Z.pos a # b) * P) by (apply Rmult_lt_0_compat; auto); lra | destruct S4; [left; assumption | right; lra]] ]).
Qed.
(** The exponent of an atom in a monomial, and the other factors. *)
Fixpoint extract (a m : term) : nat * term :=
  match m with
  | Mono b k m' => if term_eqb a b then (Pos.to_nat k, m') else let '(n, r) := extract a m' in (n, Mono b k r)
  | _ => (O, m)
  end.
Lemma extract_ok v e a m : forall n r, extract a m = (n, r) -> denR v e m = denR v e a ^ n * denR v e r.
Proof.
  induction m; intros n0 r0 H; try (injection H as <- <-; simpl; rg). cbn [extract] in H.
  destruct (term_eqb a m1) eqn:E.
  - apply term_eqb_eq in E. subst. injection H as <- <-. reflexivity.
  - destruct (extract a m2) as [n' r'] eqn:F. injection H as <- <-. cbn [den num]. rewrite (IHm2 _ _ eq_refl). rg.
Qed.
Definition npow (p : term) (n : nat) : term := match n with O => pone | _ => ppow p (Pos.of_nat n) end.
Lemma npow_ok v e p n : denR v e (npow p n) = denR v e p ^ n.
Proof. destruct n; [apply denR_pone|]. unfold npow. rewrite ppow_ok, Nat2Pos.id by lia. reflexivity. Qed.
(** A polynomial times a power of q, in which the atom a = 1/q then no longer occurs. *)
Fixpoint top (a p : term) : nat :=
  match p with Poly c m p' => Nat.max (fst (extract a m)) (top a p') | _ => O end.
Fixpoint clear (a q : term) (n : nat) (p : term) : term :=
  match p with
  | Poly c m p' => let '(e, m') := extract a m in
                 padd (pmul (Poly c m' pzero) (npow q (n - e))) (clear a q n p')
  | _ => pmul (npow q n) p
  end.
Lemma clear_ok v e a q n p : denR v e a * denR v e q = 1 -> (top a p <= n)%nat ->
  denR v e (clear a q n p) = denR v e q ^ n * denR v e p.
Proof.
  intros H. induction p; intros Hn; try (cbn [clear]; rewrite pmul_ok, npow_ok; reflexivity).
  cbn [clear top] in *. destruct (extract a p1) as [k m] eqn:E. cbn [fst] in Hn.
  rewrite padd_ok, pmul_ok, npow_ok, IHp2 by lia. cbn [den num]. rewrite denR_pzero, (extract_ok v e a p1 k m E).
  replace (denR v e q ^ n) with (denR v e q ^ (n - k) * denR v e q ^ k) by (rewrite <- pow_add; f_equal; lia).
  transitivity (Q2R c * denR v e m * denR v e q ^ (n - k) * (denR v e a * denR v e q) ^ k + denR v e q ^ (n - k) * denR v e q ^ k * denR v e p2);
    [rewrite H, pow1; rg | rewrite Rpow_mult_distr; rg].
Qed.
(** The same for every atom 1/q of a monomial; zero only if the polynomial was. *)
Fixpoint clears (m : term) (p : term) : term :=
  match m with
  | Mono a _ m' => match a with
                 | Inv q => match top a p with O => clears m' p | n => clears m' (clear a q n p) end
                 | _ => clears m' p
                 end
  | _ => p
  end.
Lemma clears_ok v e m : denR v e m <> 0 -> forall p, denR v e (clears m p) = 0 -> denR v e p = 0.
Proof.
  induction m; intros Hm p H; try exact H. cbn [clears den num] in *.
  assert (H1 : denR v e m1 <> 0) by (intros E; apply Hm; rewrite E, pow_i by lia; rg).
  assert (H2 : denR v e m2 <> 0) by (intros E; apply Hm; rewrite E; rg). specialize (IHm2 H2).
  destruct m1; auto. destruct (top (Inv m1) p) as [|n] eqn:E; auto. apply IHm2 in H.
  cbn [den num] in H1. assert (H3 : denR v e m1 <> 0) by (intros F; apply H1; rewrite F; apply Rinv_0).
  rewrite clear_ok in H; [|cbn [den num]; now apply Rinv_l | lia].
  apply Rmult_integral in H. destruct H as [H|H]; [|exact H]. apply pow_nonzero with (n := S n) in H3. contradiction.
Qed.
(** What a fact shows to differ from 0. *)
Definition nonzero (f : fact) : option term :=
  match concl f with
  | Imp (Rel REq a b) n => need isfalse n; Some (psub b a)
  | Rel RLt a b => Some (psub b a)
  | _ => None
  end.
Lemma nonzero_ok v f d : holds v [] (concl f) -> nonzero f = Some d -> denR v [] d <> 0.
Proof.
  unfold nonzero. intros C H. destruct (concl f) as [| |[| |] a b|[| |[| |] a b| | |] c| |]; try discriminate.
  - inv H. rewrite psub_ok. cbn [holds relR] in C. lra.
  - opt H. inv H. rewrite psub_ok. intros E. apply (isfalse_ok _ Heqb0 v), C. cbn [holds relR]. lra.
Qed.
Fixpoint clearall (fs : list fact) (p : term) : option term :=
  match fs with
  | [] => Some p
  | f :: fs => do d <- nonzero f;
               match pinv d with
               | Poly c m q => clearall fs (if p_is0 q then clears m p else p)
               | _ => clearall fs p
               end
  end.
Lemma clearall_ok v fs : (forall f, In f fs -> holds v [] (concl f)) -> forall p q, clearall fs p = Some q -> denR v [] q = 0 -> denR v [] p = 0.
Proof.
  induction fs as [|f fs IH]; intros Hf p q H; [now inv H|]. cbn [clearall] in H. opt H.
  assert (N := nonzero_ok v f t (Hf f (or_introl eq_refl)) Heqo). specialize (IH (fun g G => Hf g (or_intror G))).
  assert (Hi : denR v [] (pinv t) <> 0) by (rewrite pinv_ok; now apply Rinv_neq_0_compat).
  destruct (pinv t) as [| | | | | | | | | | | | | | |c0 m0 q0| |]; try (exact (IH _ _ H)). intros Z. specialize (IH _ _ H Z). destruct (p_is0 q0) eqn:E; [|exact IH].
  revert IH. apply clears_ok. intros M. apply Hi. cbn [den num]. rewrite M, (p_is0_ok _ _ _ E). rg.
Qed.
Definition all_strict (fs : list fact) := forallb (fun f => match concl f with Rel RLt _ _ => true | _ => false end) fs.
Lemma all_strict_ok v fs : (forall f, In f fs -> holds v [] (concl f)) -> all_strict fs = true -> 0 < prodv v fs.
Proof.
  induction fs as [|f fs IH]; cbn [prodv all_strict forallb]; intros Hf H; [lra|]. apply andb_prop in H. destruct H as [H1 H2].
  apply Rmult_lt_0_compat; [|apply IH; [intros g G; apply Hf; now right | exact H2]]. assert (C := Hf f (or_introl eq_refl)).
  unfold gapv. destruct (concl f) as [| |[| |] a b| | |]; try discriminate. cbn [holds relR] in C. lra.
Qed.
(** For L <= R the coefficients are rationals >= 0 (any term where an equation is among the facts); for L < R one product
    of strict facts has a coefficient > 0; for L = R an equation is in every product. [FFalse] stands for 0 < 0. *)
Definition arith (goal : form) (sums : list (term * list fact)) (scl nonz : list fact) : option fact :=
  do (r, d) <- match goal with FFalse => Some (RLt, pzero) | Rel r a b => Some (r, psub b a) | _ => None end;
  need all_strict scl;
  do (_, _, sp) <- gaps scl;
  do (rest, strict) <- subtract r sums (match scl with [] => d | _ => pmul d sp end) false;
  do rest <- clearall nonz rest;
  need p_is0 (gathered rest);
  need (match r with RLt => strict | _ => true end);
  Some (Fact (hunion (hall scl) (hunion (hall nonz) (fold_right (fun cf l => hunion (hall (snd cf)) l) [] sums))) goal).
Lemma arith_ok goal sums scl nonz g : (forall cf f, In cf sums -> In f (snd cf) -> valid f) -> (forall f, In f scl -> valid f) ->
  (forall f, In f nonz -> valid f) -> arith goal sums scl nonz = Some g -> valid g.
Proof.
  unfold arith. intros V1 V2 V3 H.
  destruct (match goal with FFalse => Some (RLt, pzero) | Rel r a b => Some (r, psub b a) | _ => None end) as [[r d]|] eqn:G; [|discriminate].
  opt H. destruct p as [[e0 s0] sp]. opt H. destruct p as [rest strict]. opt H. inv H. intros v H. cbn [concl hyps] in *.
  apply hunion_sat in H. destruct H as [H1 H]. apply hunion_sat in H. destruct H as [H2 H3].
  assert (C2 : forall f, In f scl -> holds v [] (concl f)) by (intros f F; apply (V2 f F), (hall_sat v _ H1 f F)).
  assert (C3 : forall f, In f nonz -> holds v [] (concl f)) by (intros f F; apply (V3 f F), (hall_sat v _ H2 f F)).
  assert (C1 : forall cf f, In cf sums -> In f (snd cf) -> holds v [] (concl f)).
  { intros cf f A B. apply (V1 cf f A B). clear - H3 A B. induction sums as [|c l IH]; [destruct A|]. cbn [fold_right] in H3.
    apply hunion_sat in H3. destruct H3 as [H3 H4]. destruct A as [->|A]; [now apply (hall_sat v _ H3) | now apply IH]. }
  destruct (gaps_ok v scl C2 _ _ _ Heqo) as (S1 & _). assert (S2 := all_strict_ok v scl C2 Heqb).
  destruct (subtract_ok v r sums C1 _ _ _ _ Heqo0) as (S & T1 & T2 & T3 & T4).
  assert (Z := p_is0_ok v [] _ Heqb0). rewrite gathered_ok in Z.
  apply (clearall_ok v nonz C3 _ _ Heqo1) in Z. rewrite Z in T1.
  assert (E : denR v [] d * prodv v scl = S).
  { destruct scl; [cbn [prodv]; lra|]. rewrite pmul_ok, S1 in T1. lra. }
  set (P := prodv v scl) in *.
  assert (K : relR r 0 (denR v [] d)).
  { destruct r; cbn [relR].
    - apply Rmult_le_reg_r with P; [exact S2|]. lra.
    - destruct T4 as [T4|T4]; [exact Heqb1|discriminate|]. apply Rmult_lt_reg_r with P; [exact S2|]. lra.
    - apply Rmult_eq_reg_r with P; [|lra]. rewrite E, T3 by reflexivity. rg. }
  destruct goal; try discriminate; injection G as <- <-.
  - cbn [relR] in K. rewrite denR_pzero in K. cbn [holds]. lra.
  - cbn [holds]. rewrite relR_shift, <- psub_ok. exact K.
Qed.

(** * The other rules *)

(** From s <= t and t <= s: s = t. *)
Definition antisymmetry (f g : fact) :=
  match concl f with
  | Rel RLe s t => need same (concl g) (Rel RLe t s); Some (Fact (hunion (hyps f) (hyps g)) (Rel REq s t))
  | _ => None
  end.
Lemma antisymmetry_ok f g h : valid f -> valid g -> antisymmetry f g = Some h -> valid h.
Proof.
  unfold antisymmetry. intros Vf Vg H. destruct (concl f) as [| |[| |] s t| | |] eqn:E; try discriminate. opt H. inv H.
  intros v H. cbn [concl hyps] in *. apply hunion_sat in H. destruct H as [H1 H2]. specialize (Vf v H1). specialize (Vg v H2).
  rewrite E in Vf. apply (same_ok _ _ Heqb v) in Vg. cbn [holds relR] in *. lra.
Qed.

(** Completeness. The template is ∀x. P[x] with no other bound variable, x real; [some] is ¬∀x. ¬P[x], [above] is
    ¬∀b. ¬∀x. P[x] → x <= b. It follows that ¬∀s. (∀x. P[x] → x <= s) → ¬∀b. (∀x. P[x] → x <= b) → s <= b. *)
Definition supremum (template : form) (some above : fact) :=
  match template with
  | All TR p =>
      let x := patom (Bv 0 TR) in let s := patom (Bv 1 TR) in
      let upper := All TR (Imp (lift_form 1 p) (Rel RLe x s)) in
      need same (concl some) (neg (All TR (neg p)));
      need same (concl above) (neg (All TR (neg upper)));
      let least := All TR (Imp (All TR (Imp (lift_form 1 (lift_form 1 p)) (Rel RLe x s))) (Rel RLe s x)) in
      Some (Fact (hunion (hyps some) (hyps above)) (neg (All TR (Imp upper (neg least)))))
  | _ => None
  end.
Lemma supremum_ok a f g h : valid f -> valid g -> supremum a f g = Some h -> valid h.
Proof.
  unfold supremum. intros Vf Vg K. destruct a as [| | | |[| |] p|]; try discriminate. opt K. inv K.
  intros v K. cbn [concl hyps] in *. apply hunion_sat in K. destruct K as [H1 H2]. specialize (Vf v H1). specialize (Vg v H2).
  apply (same_ok _ _ Heqb v) in Vf. apply (same_ok _ _ Heqb0 v) in Vg. clear - Vf Vg.
  set (P := fun x : R => holds v [num x] p).
  assert (L1 : forall x s, holds v (num x :: num s :: []) (lift_form 1 p) <-> P x) by (intros x s; apply (holds_lift v p [num x] [] (num s))).
  assert (L2 : forall x b s, holds v (num x :: num b :: num s :: []) (lift_form 1 (lift_form 1 p)) <-> P x).
  { intros x b s. rewrite (holds_lift v (lift_form 1 p) [num x] [num s] (num b)). apply L1. }
  unfold neg in *. cbn [holds relR dom] in *. change (cast TR) with num in *.
  destruct (completeness P) as [m [mone M2]].
  - apply NNPP. intros N. apply Vg. intros b B. apply N. exists b. intros x X. apply (L1 x b) in X. specialize (B x X).
    rewrite !denR_patom in B. exact B.
  - apply NNPP. intros N. apply Vf. intros x X. apply N. now exists x.
  - intros G. apply (G m).
    + intros x X. apply (L1 x m) in X. rewrite !denR_patom. now apply mone.
    + intros b B. rewrite !denR_patom. apply M2. intros x X. apply (L2 x b m) in X. specialize (B x X). rewrite !denR_patom in B. exact B.
Qed.

(** From s < t on integers: s + 1 <= t. *)
Definition integer_step (f : fact) :=
  match concl f with
  | Rel RLt s t => need (isint s &&& isint t); Some (Fact (hyps f) (Rel RLe (padd s pone) t))
  | _ => None
  end.
Lemma integer_step_ok f g : valid f -> integer_step f = Some g -> valid g.
Proof.
  unfold integer_step. intros V H. destruct (concl f) as [| |[| |] s t| | |] eqn:E; try discriminate. opt H. inv H.
  intros v H. cbn [concl hyps] in *. specialize (V v H). rewrite E in V. cbn [holds relR] in *. rewrite padd_ok, denR_pone.
  apply if_and in Heqb. destruct Heqb as [A B].
  destruct (isint_ok v s A []) as [x Hx], (isint_ok v t B []) as [y Hy]. rewrite Hx, Hy in *. apply lt_IZR in V. rewrite <- plus_IZR. apply IZR_le. lia.
Qed.

(** From P[lo] and lo <= k, P[k] ⊢ P[k + 1], k an integer and otherwise arbitrary: ∀x. lo <= x → P[x]. *)
Definition induction (template : form) (lo : term) (k : positive) (base step : fact) :=
  match template with
  | All _ b =>
      let x := patom (Var k TZ) in
      need (isint lo);
      need same (concl base) (fill b (pnum lo));
      need same (concl step) (fill b (pnum (padd x pone)));
      let hs := hminus (key (fill b x)) (hminus (key (Rel RLe lo x)) (hyps step)) in
      need (negb (existsb (has_var_form k) hs ||| has_var_form k b ||| has_var k lo));
      Some (Fact (hunion (hyps base) hs) (All TZ (Imp (Rel RLe (lift 0 lo) index0) b)))
  | _ => None
  end.
Lemma induction_ok a lo k f g h : valid f -> valid g -> induction a lo k f g = Some h -> valid h.
Proof.
  unfold induction. intros Vf Vg H. destruct a as [| | | |srt b|]; try discriminate. opt H. inv H.
  apply negb_true_iff in Heqb3. apply if_or in Heqb3. destruct Heqb3 as [N1 N3]. apply if_or in N1. destruct N1 as [N1 N2].
  intros v K. cbn [concl hyps holds relR] in *. intros z. cbn [dom] in z. rewrite denR_lift0. unfold index0. rewrite denR_patom. cbn [den nth cast casts fst num].
  rewrite Zfloor_IZR. destruct (isint_ok v lo Heqb0 []) as [l Hl]. rewrite Hl. intros L. apply le_IZR in L.
  apply hunion_sat in K. destruct K as [H1 H2].
  assert (B0 : holds v [cast TZ l] b).
  { specialize (Vf v H1). apply (same_ok _ _ Heqb1 v), fill_ok in Vf. rewrite pnum_ok, Hl in Vf. exact Vf. }
  change (holds v [cast TZ z] b).
  revert L. apply (Zlt_lower_bound_ind (fun z => holds v [cast TZ z] b)). intros x IH L.
  destruct (Z.eq_dec x l) as [->|Ne]; [exact B0|].
  assert (P := IH (x - 1)%Z ltac:(lia)). set (w := upd v k (cast TZ (x - 1)%Z)).
  assert (E : forall r, den w [] (Var k r) = cast r (cast TZ (x - 1)%Z r)) by (intros r; cbn [den]; unfold w, upd; now rewrite Pos.eqb_refl).
  assert (E' : den w [] (patom (Var k TZ)) = cast TZ (x - 1)%Z).
  { rewrite den_patom, E. rewrite cast_id. reflexivity. }
  assert (W : hsat w (hyps g)).
  { apply hminus_sat with (k := key (Rel RLe lo (patom (Var k TZ)))).
    - apply key_ok. cbn [holds relR]. rewrite E'. unfold w. rewrite has_var_upd by exact N3. rewrite Hl. cbn [cast casts fst num]. apply IZR_le. lia.
    - apply hminus_sat with (k := key (fill b (patom (Var k TZ)))); [|now apply hsat_upd].
      apply key_ok, fill_ok. rewrite E'. unfold w. now apply has_var_form_upd. }
  specialize (Vg w W). apply (same_ok _ _ Heqb2 w), fill_ok in Vg. rewrite pnum_ok, padd_ok, E', denR_pone in Vg.
  unfold w in Vg. rewrite has_var_form_upd in Vg by exact N2. cbn [cast casts fst num] in Vg. rewrite <- plus_IZR in Vg.
  replace (x - 1 + 1)%Z with x in Vg by lia. exact Vg.
Qed.
