(** Facts, and what it is for a fact to be valid. The rules, in the files that follow, make facts from facts; beside the
    definition of each stands its lemma: from valid facts it makes valid facts. *)
From Coq Require Import Reals ZArith QArith List Bool PArith Lra Lia.
From Lemmata Require Export NormalSound.
Import ListNotations.
Local Open Scope lazy_bool_scope.

(** Hypotheses, each the key of a formula, and a conclusion, in normal form. *)
Record fact := Fact { hyps : list form; concl : form }.
Notation "'do' x <- a ; b" := (match a with Some x => b | None => None end) (at level 60, x pattern, right associativity).
Notation "'need' a ; b" := (if a then b else None) (at level 60, right associativity).

(** * Hypotheses *)
Fixpoint mem (h : form) (l : list form) : bool :=
  match l with [] => false | g :: l => form_eqb h g ||| mem h l end.
Definition hadd (h : form) (l : list form) := match h with FTrue => l | _ => if mem h l then l else h :: l end.
Fixpoint hunion (a b : list form) := match a with [] => b | h :: a => hadd h (hunion a b) end.
Fixpoint hminus (k : form) (l : list form) :=
  match l with [] => [] | h :: l => if form_eqb k h then hminus k l else h :: hminus k l end.
Fixpoint hall (l : list fact) := match l with [] => [] | f :: l => hunion (hyps f) (hall l) end.
(** * Comparison up to the normal form *)
Definition same (a b : form) : bool := form_eqb a b ||| form_eqb (key a) (key b).
Definition isfalse (f : form) : bool := match key f with FFalse => true | _ => false end.
(** * ∀i. lo <= i → i <= hi → f *)
Definition index0 := patom (Bv 0 TZ).
Definition ranging (lo hi : term) (f : form) : form :=
  All TZ (Imp (Rel RLe (lift 0 lo) index0) (Imp (Rel RLe index0 (lift 0 hi)) f)).
Definition neg (a : form) := Imp a FFalse.

(** * Validity *)
Definition hsat (v : valuation) (l : list form) := forall h, In h l -> holds v [] h.
(** For all values of the free variables, the hypotheses imply the conclusion. *)
Definition valid (f : fact) := forall v, hsat v (hyps f) -> holds v [] (concl f).

Lemma mem_In h l : mem h l = true -> In h l.
Proof.
  induction l as [|g l IH]; simpl; [discriminate|]. destruct (form_eqb h g) eqn:E; [apply form_eqb_eq in E; subst; auto | auto].
Qed.
Lemma hadd_sat v h l : hsat v (hadd h l) -> holds v [] h /\ hsat v l.
Proof.
  intros H. assert (C : hadd h l = (if mem h l then l else h :: l) \/ (h = FTrue /\ hadd h l = l)) by (destruct h; simpl; auto).
  destruct C as [C | [-> C]]; rewrite C in H; [|split; [exact I | exact H]].
  destruct (mem h l) eqn:E; [apply mem_In in E; split; [now apply H | exact H]|].
  split; [apply H; now left | intros g G; apply H; now right].
Qed.
Lemma hunion_sat v a b : hsat v (hunion a b) -> hsat v a /\ hsat v b.
Proof.
  induction a as [|h a IH]; simpl; intros H; [split; [intros ? [] | exact H]|].
  apply hadd_sat in H. destruct H as [H1 H2]. apply IH in H2. destruct H2 as [H2 H3]. split; [|exact H3].
  intros g [<-|G]; auto.
Qed.
Lemma hminus_sat v k l : holds v [] k -> hsat v (hminus k l) -> hsat v l.
Proof.
  intros Hk. induction l as [|h l IH]; simpl; intros H; [intros ? []|]. destruct (form_eqb k h) eqn:E.
  - apply form_eqb_eq in E. subst. intros g [<-|G]; [exact Hk | now apply IH].
  - intros g [<-|G]; [apply H; now left|]. apply IH; [|exact G]. intros g' G'. apply H. now right.
Qed.
Lemma hall_sat v l : hsat v (hall l) -> forall f, In f l -> hsat v (hyps f).
Proof.
  induction l as [|g l IH]; simpl; intros H f; [intros []|]. apply hunion_sat in H. destruct H as [H1 H2].
  intros [<-|F]; auto.
Qed.
Lemma hsat_upd v x w l : existsb (has_var_form x) l = false -> hsat v l -> hsat (upd v x w) l.
Proof.
  intros E N h G. apply has_var_form_upd; [|now apply N]. destruct (has_var_form x h) eqn:F; [|reflexivity].
  assert (existsb (has_var_form x) l = true) by (apply existsb_exists; eauto). congruence.
Qed.
Lemma same_ok a b : same a b = true -> forall v, holds v [] a <-> holds v [] b.
Proof.
  unfold same. destruct (form_eqb a b) eqn:E; [apply form_eqb_eq in E; subst; reflexivity|].
  intros F v. apply form_eqb_eq in F. now rewrite <- (key_ok v a), F, key_ok.
Qed.
Lemma isfalse_ok a : isfalse a = true -> forall v, holds v [] a -> False.
Proof. unfold isfalse. intros H v. rewrite <- key_ok. now destruct (key a). Qed.

(** For the proofs of the rules: [opt H] takes apart the conditions under which H : ... = Some _. *)
Ltac inv H := injection H as <-.
Ltac opt H := repeat match type of H with
  | (if ?x then _ else None) = Some _ => destruct x eqn:?; [|discriminate H]
  | match ?x with Some _ => _ | None => None end = Some _ => destruct x as [?|] eqn:?; [|discriminate H]
  end.
