(** The rules of logic. As in proofs/kernel/rules.py, "logic". *)
From Coq Require Import Reals ZArith QArith List Bool PArith Lra Lia FunctionalExtensionality Classical.
From Lemmata Require Export Facts.
Import ListNotations.
Local Open Scope R_scope.
Local Open Scope lazy_bool_scope.

(** A ⊢ A. *)
Definition assume (a : form) := Some (Fact (hadd (key a) []) a).
Lemma assume_ok a g : assume a = Some g -> valid g.
Proof. intros H. inv H. intros v H. apply hadd_sat in H. cbn [concl]. now apply key_ok. Qed.

(** From Γ, A ⊢ B: Γ ⊢ A → B. *)
Definition discharge (a : form) (f : fact) := Some (Fact (hminus (key a) (hyps f)) (Imp a (concl f))).
Lemma discharge_ok a f g : valid f -> discharge a f = Some g -> valid g.
Proof.
  intros V H. inv H. intros v H. cbn [concl holds hyps] in *. intros A. apply V, (hminus_sat v (key a)); [now apply key_ok | exact H].
Qed.

(** From A → B and A: B. *)
Definition mp (f g : fact) :=
  match concl f with
  | Imp a b => need same a (concl g); Some (Fact (hunion (hyps f) (hyps g)) b)
  | _ => None
  end.
Lemma mp_ok f g h : valid f -> valid g -> mp f g = Some h -> valid h.
Proof.
  unfold mp. intros Vf Vg H. destruct (concl f) as [| |r a b|a b|s a|a b c] eqn:E; try discriminate. opt H. inv H.
  intros v H. cbn [concl hyps] in *. apply hunion_sat in H. destruct H as [H1 H2]. specialize (Vf v H1). rewrite E in Vf.
  apply Vf. apply (same_ok _ _ Heqb0 v). now apply Vg.
Qed.

(** From Γ ⊢ A, x not free in Γ: Γ ⊢ ∀x. A. *)
Definition generalize (x : positive) (s : sort) (f : fact) :=
  need (negb (existsb (has_var_form x) (hyps f)));
  Some (Fact (hyps f) (All s (norm_form head [(x, as_nf (Bv 0 s) s)] ([], 1%nat) (concl f)))).
Lemma generalize_ok x s f g : valid f -> generalize x s f = Some g -> valid g.
Proof.
  unfold generalize. intros V K. opt K. inv K. apply negb_true_iff in Heqb. intros v K. cbn [concl hyps holds] in *. intros d.
  apply (norm_form_head_ok v (upd v x (cast s d))); [|cbn [map skipn List.app]; now apply V, hsat_upd].
  intros y r. cbn [sfind]. unfold upd. destruct (Pos.eqb y x) eqn:E.
  - rewrite pcast_ok, as_nf_ok; cbn [den nth]; now rewrite !cast_id.
  - rewrite as_nf_ok; cbn [den]; now rewrite cast_id.
Qed.

(** From ∀x. A: A with t for x, read at the sort of x. *)
Definition specialize (f : fact) (t : term) :=
  match concl f with
  | All s b => Some (Fact (hyps f) (fill b (pcast s t)))
  | _ => None
  end.
Lemma specialize_ok f t g : valid f -> specialize f t = Some g -> valid g.
Proof.
  unfold specialize. intros V K. destruct (concl f) as [| |r a b|a b|s a|a b c] eqn:E; try discriminate. inv K.
  intros v K. cbn [concl hyps] in *. apply fill_ok. rewrite pcast_ok. specialize (V v K). rewrite E in V. apply V.
Qed.

(** Free variables and functions replaced throughout. *)
Definition instantiate (f : fact) (sg : sigma) :=
  let put a := norm_form head sg env0 a in
  Some (Fact (fold_right (fun h l => hadd (key (put h)) l) [] (hyps f)) (put (concl f))).
Definition updated (v : valuation) (sg : sigma) : valuation := fun x => match sfind x sg with Some u => den v [] u | None => v x end.
Lemma instantiate_ok f sg g : valid f -> instantiate f sg = Some g -> valid g.
Proof.
  unfold instantiate. intros V K. inv K. intros v K. cbn [concl hyps] in *.
  assert (P : forall a, holds v [] (norm_form head sg env0 a) <-> holds (updated v sg) [] a).
  { intros a. unfold env0. rewrite (norm_form_head_ok v (updated v sg)); [reflexivity|]. intros x s. unfold updated. destruct (sfind x sg).
    - apply pcast_ok.
    - rewrite as_nf_ok; cbn [den]; now rewrite cast_id. }
  apply P, V. clear V. induction (hyps f) as [|h l IH]; [intros ? []|]. cbn [fold_right] in K. apply hadd_sat in K. destruct K as [H1 H2].
  intros k [<-|K]; [apply P, key_ok, H1 | now apply IH].
Qed.

(** From Γ, s <= t ⊢ A and Δ, t < s ⊢ A: Γ, Δ ⊢ A. *)
Definition cases (s t : term) (f g : fact) :=
  need same (concl f) (concl g);
  Some (Fact (hunion (hminus (key (Rel RLe s t)) (hyps f)) (hminus (key (Rel RLt t s)) (hyps g))) (concl f)).
Lemma cases_ok s t f g h : valid f -> valid g -> cases s t f g = Some h -> valid h.
Proof.
  unfold cases. intros Vf Vg H. opt H. inv H. intros v H. cbn [concl hyps] in *. apply hunion_sat in H. destruct H as [H1 H2].
  destruct (Rle_lt_dec (denR v [] s) (denR v [] t)) as [L|L].
  - apply Vf, (hminus_sat v (key (Rel RLe s t))); [apply key_ok; exact L | exact H1].
  - apply (same_ok _ _ Heqb v), Vg, (hminus_sat v (key (Rel RLt t s))); [apply key_ok; exact L | exact H2].
Qed.

(** From Γ, ¬A ⊢ something false outright: Γ ⊢ A. *)
Definition absurd (f : fact) (a : form) :=
  need isfalse (concl f); Some (Fact (hminus (key (Imp a FFalse)) (hyps f)) a).
Lemma absurd_ok f a g : valid f -> absurd f a = Some g -> valid g.
Proof.
  unfold absurd. intros V K. opt K. inv K. intros v K. cbn [concl hyps] in *. apply NNPP. intros N.
  apply (isfalse_ok _ Heqb v), V, (hminus_sat v (key (Imp a FFalse))); [apply key_ok; exact N | exact K].
Qed.

(** Of ∀i…. s = t, the functions (i, …) ↦ s and (i, …) ↦ t, or s and t themselves. *)
Fixpoint sides (c : form) : option (term * term) :=
  match c with
  | Rel REq s t => Some (pnum s, pnum t)
  | All r c => do (s, t) <- sides c; Some (eta r s, eta r t)
  | _ => None
  end.
Lemma sides_ok v c : forall e s t, sides c = Some (s, t) -> holds v e c -> den v e s = den v e t.
Proof.
  induction c; intros e s' t' K D; try discriminate; cbn [sides] in K.
  - destruct r; try discriminate. injection K as <- <-. rewrite !pnum_ok. cbn [holds relR] in D. now rewrite D.
  - opt K. destruct p as [s0 t0]. injection K as <- <-. rewrite !eta_ok. apply value_ext. intros [| |a r]; try reflexivity.
    cbn [den]. extensionality x. now rewrite (IHc _ _ _ eq_refl (D (cast a x s))).
Qed.
(** Equals for equals: from ∀i…. s = t and C[s]: C[t], where the template is ∀x. C[x]. *)
Definition replace (eqn : fact) (template : form) (f : fact) :=
  match template with
  | All r b =>
      do (s, t) <- sides (concl eqn);
      need same (fill b (pcast r s)) (concl f); Some (Fact (hunion (hyps eqn) (hyps f)) (fill b (pcast r t)))
  | _ => None
  end.
Lemma replace_ok q a f g : valid q -> valid f -> replace q a f = Some g -> valid g.
Proof.
  unfold replace. intros Vq Vf K. destruct a as [| | | |r b|]; try discriminate. opt K. destruct p as [s t]. opt K. inv K.
  intros v K. cbn [concl hyps] in *. apply hunion_sat in K. destruct K as [H1 H2]. specialize (Vq v H1). specialize (Vf v H2).
  apply (same_ok _ _ Heqb0 v) in Vf. apply fill_ok in Vf. apply fill_ok. rewrite pcast_ok in *. now rewrite <- (sides_ok v _ [] _ _ Heqo Vq).
Qed.
