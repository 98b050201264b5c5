(** Stored proofs: reading them, running them, and what it means that one is accepted: [checked]. As in
    proofs/kernel/store.py. *)
From Coq Require Import Reals ZArith QArith Qreals List Bool PArith Lra Lia FMapPositive.
From Lemmata Require Export Logic Arithmetic Functions Calculus Evaluate.
Import ListNotations.
Local Open Scope lazy_bool_scope.

(** * The table of terms *)

(** A row names rows before it, from 1. Fractions are in lowest terms, or what has them is not found equal. *)
Inductive row :=
| rN (p : Z) (q : positive) | rV (x : positive) (s : sort) | rB (k : nat) (s : sort)
| rApp (f : positive) (l : list positive) | rLam (l : list sort) (a : positive)
| rA (a b : positive) | rM (a b : positive) | rInv (a : positive) | rExp (a : positive) | rLog (a : positive)
| rAbs (a : positive) | rTrig (o : trig) (a : positive) | rIte (c a b : positive) | rBig (o : big_op) (a b c : positive)
| rR (r : rel) (a b : positive) | rImp (a b : positive) | rAll (s : sort) (a : positive) | rDer (a b c : positive)
| rFalse.
(** What a row stands for, as it is written and in normal form. *)
Inductive row_entry := ETerm (raw nf : term) | EForm (raw nf : form).
Definition table := PositiveMap.t row_entry.
Section Read.
Variable tb : table.
Definition term_at i : option (term * term) := match PositiveMap.find i tb with Some (ETerm a b) => Some (a, b) | _ => None end.
Definition form_at i : option (form * form) := match PositiveMap.find i tb with Some (EForm a b) => Some (a, b) | _ => None end.
Fixpoint applied (s : sort) (f f' : term) (l : list positive) : option row_entry :=
  match l, s with
  | [], TZ => Some (ETerm (Val true f) (patom (Val true f')))
  | [], TR => Some (ETerm (Val false f) (patom (Val false f')))
  | i :: l, Arr a r => do (x, x') <- term_at i; applied r (App a f x) (App a f' x') l
  | _, _ => None
  end.
Definition read_row (r : row) : option row_entry :=
  match r with
  | rN p q => Some (ETerm (Num (p # q)) (pconst (p # q)))
  | rV x s => Some (ETerm (Var x s) (as_nf (Var x s) s))
  | rB k s => Some (ETerm (Bv k s) (as_nf (Bv k s) s))
  | rApp f l => do (f, f') <- term_at f; applied (sort_of f) f f' l
  | rLam l a => do (a, a') <- term_at a; Some (ETerm (fold_right Lam a l) (fold_right eta a' l))
  | rA a b => do (a, a') <- term_at a; do (b, b') <- term_at b; Some (ETerm (Add a b) (padd a' b'))
  | rM a b => do (a, a') <- term_at a; do (b, b') <- term_at b; Some (ETerm (Mul a b) (pmul a' b'))
  | rInv a => do (a, a') <- term_at a; Some (ETerm (Inv a) (pinv a'))
  | rExp a => do (a, a') <- term_at a; Some (ETerm (Exp a) (pexp a'))
  | rLog a => do (a, a') <- term_at a; Some (ETerm (Log a) (plog a'))
  | rAbs a => do (a, a') <- term_at a; Some (ETerm (Abs a) (pabs a'))
  | rTrig o a => do (a, a') <- term_at a; Some (ETerm (Trig o a) (patom (Trig o a')))
  | rIte c a b => do (c, c') <- form_at c; do (a, a') <- term_at a; do (b, b') <- term_at b;
      match c, c' with
      | Rel r x y, Rel _ x' y' => Some (ETerm (Ite r x y a b) (pite r x' y' a' b'))
      | _, _ => None
      end
  | rBig o a b c => do (a, a') <- term_at a; do (b, b') <- term_at b; do (c, c') <- term_at c;
      Some (ETerm (Big o a b c) (match known o a' b' with
                              | Some n => unroll o a' n (fun i => normal ([pcast TZ (pnum i)], O) c')
                              | None => pbig o a' b' c' end))
  | rR r a b => do (a, a') <- term_at a; do (b, b') <- term_at b; Some (EForm (Rel r a b) (Rel r a' b'))
  | rImp a b => do (a, a') <- form_at a; do (b, b') <- form_at b; Some (EForm (Imp a b) (Imp a' b'))
  | rAll s a => do (a, a') <- form_at a; Some (EForm (All s a) (All s a'))
  | rDer a b c => do (a, a') <- term_at a; do (b, b') <- term_at b; do (c, c') <- term_at c; Some (EForm (Deriv a b c) (Deriv a' b' c'))
  | rFalse => Some (EForm FFalse FFalse)
  end.
End Read.
(** Rows are read one after the other, each of which gets the next number. One that says nothing has no entry: whatever
    names it is refused. *)
Definition no_rows : positive * table := (1%positive, PositiveMap.empty row_entry).
Definition read_rows (rows : list row) (read : positive * table) : positive * table :=
  fold_left (fun '(i, tb) r => (Pos.succ i, match read_row tb r with Some x => PositiveMap.add i x tb | None => tb end)) rows read.

(** * Steps: a rule with its arguments, which are positions in the table and of earlier steps; [sThm n] is the n-th, from 1,
    of the facts that may be used: earlier theorems, and what is cited *)
Inductive step :=
| sAssume (t : positive) | sDischarge (t f : positive) | sMp (f g : positive) | sGen (t f : positive)
| sSpec (f t : positive) | sInst (f : positive) (vs : list (positive * positive))
| sCases (s t f g : positive) | sAbsurd (f t : positive) | sReplace (f t g : positive)
| sArith (t : positive) (sums : list (positive * list positive)) (scl nonz : list positive)
| sAnti (f g : positive) | sIStep (f : positive) | sInd (t lo k f g : positive)
| sBigE (t f : positive) | sBigS (t f : positive) | sMaxGe (t i f g : positive) | sMaxLe (t b f g : positive)
| sExpGe (t : positive) | sExpPos (t : positive) | sErfSq (t : positive) | sExpLog (f : positive) | sIteEq (t f : positive)
| sAbsV (t f : positive) | sThm (n : positive)
| sDeriv (t a : positive) (fs : list positive) | sMean (f g a b o s bd : positive)
| sComp (t : positive) (b : list (positive * option Q * option Q)) (tr : tree) | sSup (t f g : positive).

Section Run.
Variable lib : list fact.
Variable tb : table.
Definition facts := PositiveMap.t fact.
Definition nf_at i := do x <- term_at tb i; Some (snd x).
Definition raw_at i := do x <- term_at tb i; Some (fst x).
Definition form_nf_at i := do x <- form_at tb i; Some (snd x).
Definition form_raw_at i := do x <- form_at tb i; Some (fst x).
Fixpoint box_at (l : list (positive * option Q * option Q)) : option box :=
  match l with
  | [] => Some []
  | ((x, lo), hi) :: l => do t <- raw_at x; do b <- box_at l;
      match t with Var y s => Some (((y, s), (lo, hi)) :: b) | _ => None end
  end.
Section Step.
Variable fs : facts.
Definition fact_at i := PositiveMap.find i fs.
Fixpoint facts_at (l : list positive) : option (list fact) :=
  match l with [] => Some [] | i :: l => do f <- fact_at i; do r <- facts_at l; Some (f :: r) end.
Fixpoint sums_at (l : list (positive * list positive)) : option (list (term * list fact)) :=
  match l with
  | [] => Some []
  | (c, fs) :: l => do c <- nf_at c; do f <- facts_at fs; do r <- sums_at l; Some ((c, f) :: r)
  end.
Fixpoint values_at (l : list (positive * positive)) : option sigma :=
  match l with
  | [] => Some []
  | (x, y) :: l =>
      do sg <- values_at l; do (x, _) <- term_at tb x; do (_, u) <- term_at tb y;
      match x with Var x s => need (fits u s); Some ((x, u) :: sg) | _ => None end
  end.
Definition do_step (s : step) : option fact :=
  match s with
  | sAssume t => do a <- form_nf_at t; assume a
  | sDischarge t f => do a <- form_nf_at t; do f <- fact_at f; discharge a f
  | sMp f g => do f <- fact_at f; do g <- fact_at g; mp f g
  | sGen t f => do x <- raw_at t; do f <- fact_at f; match x with Var x s => generalize x s f | _ => None end
  | sSpec f t => do f <- fact_at f; do t <- nf_at t; specialize f t
  | sInst f vs => do f <- fact_at f; do sg <- values_at vs; instantiate f sg
  | sCases s t f g => do s <- nf_at s; do t <- nf_at t; do f <- fact_at f; do g <- fact_at g; cases s t f g
  | sAbsurd f t => do f <- fact_at f; do a <- form_nf_at t; absurd f a
  | sReplace f t g => do f <- fact_at f; do a <- form_nf_at t; do g <- fact_at g; replace f a g
  | sArith t sums scl nonz =>
      do a <- form_nf_at t; do sums <- sums_at sums; do scl <- facts_at scl; do nonz <- facts_at nonz; arith a sums scl nonz
  | sAnti f g => do f <- fact_at f; do g <- fact_at g; antisymmetry f g
  | sIStep f => do f <- fact_at f; integer_step f
  | sInd t lo k f g =>
      do a <- form_nf_at t; do lo <- nf_at lo; do k <- raw_at k; do f <- fact_at f; do g <- fact_at g;
      match k with Var k TZ => induction a lo k f g | _ => None end
  | sBigE t f => do t <- raw_at t; do f <- fact_at f; big_empty t f
  | sBigS t f => do t <- raw_at t; do f <- fact_at f; big_step t f
  | sMaxGe t i f g => do t <- raw_at t; do i <- nf_at i; do f <- fact_at f; do g <- fact_at g; max_ge t i f g
  | sMaxLe t b f g => do t <- raw_at t; do b <- nf_at b; do f <- fact_at f; do g <- fact_at g; max_le t b f g
  | sExpGe t => do t <- nf_at t; exp_ge t
  | sExpPos t => do t <- nf_at t; exp_pos t
  | sErfSq t => do t <- nf_at t; erf_square t
  | sExpLog f => do f <- fact_at f; exp_log f
  | sIteEq t f => do t <- raw_at t; do f <- fact_at f; ite_eq t f
  | sAbsV t f => do t <- nf_at t; do f <- fact_at f; abs_value t f
  | sThm n => nth_error lib (pred (Pos.to_nat n))
  | sDeriv t a l => do f <- form_raw_at t; do a <- nf_at a; do fs <- facts_at l; derivative f a fs
  | sMean f g a b o s bd =>
      do f <- form_nf_at f; do g <- form_nf_at g; do a <- nf_at a; do b <- nf_at b; do o <- fact_at o; do s <- fact_at s; do bd <- fact_at bd;
      mean_value f g a b o s bd
  | sComp t b tr => do f <- form_raw_at t; do b <- box_at b; compute f b tr
  | sSup t f g => do a <- form_nf_at t; do f <- fact_at f; do g <- fact_at g; supremum a f g
  end.
End Step.
Fixpoint run (ss : list step) (i : positive) (fs : facts) (last : option fact) : option fact :=
  match ss with
  | [] => last
  | s :: ss => do f <- do_step fs s; run ss (Pos.succ i) (PositiveMap.add i f fs) (Some f)
  end.
(** How far it got: for finding out what fails. *)
Fixpoint failing (ss : list step) (i : positive) (fs : facts) : option positive :=
  match ss with
  | [] => None
  | s :: ss => match do_step fs s with None => Some i | Some f => failing ss (Pos.succ i) (PositiveMap.add i f fs) end
  end.
End Run.

(** * What is stated, and what proves it *)
Fixpoint forms_at (tb : table) (l : list positive) : option (list (form * form)) :=
  match l with [] => Some [] | i :: l => do x <- form_at tb i; do r <- forms_at tb l; Some (x :: r) end.
(** A statement, its hypotheses and its conclusion named by their rows: as it is written, and in normal form. *)
Definition written (tb : table) (hs : list positive) (c : positive) : fact :=
  match forms_at tb hs, form_at tb c with
  | Some hs, Some (c, _) => Fact (map fst hs) c
  | _, _ => Fact [] FTrue
  end.
Definition stated (tb : table) (hs : list positive) (c : positive) : fact :=
  match forms_at tb hs, form_at tb c with
  | Some hs, Some (_, c) => Fact (fold_right (fun h l => hadd (key (snd h)) l) [] hs) c
  | _, _ => Fact [] FTrue
  end.
Definition implied (f g : fact) : bool := same (concl f) (concl g) &&& forallb (fun h => mem h (hyps g)) (hyps f).
(** Whether the steps, which may use the facts of [lib], prove n. What is admitted (the rules cite and argue) is among
    these facts: that it is valid is then a premise of the theorem, and of all that use it. *)
Definition proves (lib : list fact) (tb : table) (ss : list step) (n : fact) : bool :=
  match run lib tb ss 1 (PositiveMap.empty _) None with Some f => implied f n | None => false end.
(** Whether facts are, one by one, as strong as those that are wanted. *)
Fixpoint passes (given wanted : list fact) : bool :=
  match given, wanted with
  | [], [] => true
  | f :: given, g :: wanted => implied f g &&& passes given wanted
  | _, _ => false
  end.

(** * Soundness *)
Fixpoint valids (l : list fact) : Prop := match l with [] => True | f :: l => valid f /\ valids l end.
Lemma valids_nth l : valids l -> forall n f, nth_error l n = Some f -> valid f.
Proof.
  induction l as [|g l IH]; simpl; intros H [|n] f; simpl; try discriminate; destruct H as [H1 H2]; [now intros [= <-] | now apply IH].
Qed.
Definition vmap (fs : facts) := forall i f, PositiveMap.find i fs = Some f -> valid f.
Lemma vmap_add fs i f : vmap fs -> valid f -> vmap (PositiveMap.add i f fs).
Proof.
  intros H V j g. destruct (Pos.eq_dec j i) as [->|N]; [rewrite PositiveMap.gss; now intros [= <-] | rewrite PositiveMap.gso by exact N; apply H].
Qed.
Lemma facts_at_ok fs l : vmap fs -> forall r, facts_at fs l = Some r -> forall f, In f r -> valid f.
Proof.
  intros Hv. induction l as [|i l IH]; cbn [facts_at]; intros r H; [injection H as <-; intros ? []|].
  opt H. injection H as <-. intros g [<-|G]; [apply (Hv _ _ Heqo) | now apply (IH _ eq_refl)].
Qed.
Lemma sums_at_ok tb fs l : vmap fs -> forall r, sums_at tb fs l = Some r -> forall cf f, In cf r -> In f (snd cf) -> valid f.
Proof.
  intros Hv. induction l as [|[c gs] l IH]; cbn [sums_at]; intros r H; [injection H as <-; intros ? ? []|].
  opt H. injection H as <-. intros cf f [<-|G] F; [now apply (facts_at_ok _ _ Hv _ Heqo0) | now apply (IH _ eq_refl cf)].
Qed.
Lemma do_step_ok lib tb fs s g : valids lib -> vmap fs -> do_step lib tb fs s = Some g -> valid g.
Proof.
  intros HL HF H. unfold fact_at in *. destruct s; cbn [do_step] in H; unfold fact_at in H; opt H; repeat match goal with x : (_ * _)%type |- _ => destruct x end;
  repeat match goal with E : PositiveMap.find _ fs = Some _ |- _ => apply HF in E end.
  - now apply assume_ok in H.
  - now apply discharge_ok in H.
  - now apply mp_ok in H.
  - match type of H with match ?x with _ => _ end = _ => destruct x; try discriminate end. now apply generalize_ok in H.
  - now apply specialize_ok in H.
  - now apply instantiate_ok in H.
  - now apply cases_ok in H.
  - now apply absurd_ok in H.
  - now apply replace_ok in H.
  - apply arith_ok in H; [exact H | eapply sums_at_ok; eauto | eapply facts_at_ok; eauto | eapply facts_at_ok; eauto].
  - now apply antisymmetry_ok in H.
  - now apply integer_step_ok in H.
  - match type of H with match ?x with _ => _ end = _ => destruct x as [|? []| | | | | | | | | | | | | | | |]; try discriminate end. now apply induction_ok in H.
  - now apply big_empty_ok in H.
  - now apply big_step_ok in H.
  - now apply max_ge_ok in H.
  - now apply max_le_ok in H.
  - now apply exp_ge_ok in H.
  - now apply exp_pos_ok in H.
  - now apply erf_square_ok in H.
  - now apply exp_log_ok in H.
  - now apply ite_eq_ok in H.
  - now apply abs_value_ok in H.
  - eapply valids_nth; eauto.
  - eapply derivative_ok; [|exact H]. eapply facts_at_ok; eauto.
  - now apply mean_value_ok in H.
  - now apply compute_ok in H.
  - now apply supremum_ok in H.
Qed.
Lemma run_ok lib tb ss : valids lib -> forall i fs last g, vmap fs -> (forall f, last = Some f -> valid f) -> run lib tb ss i fs last = Some g -> valid g.
Proof.
  intros HL. induction ss as [|s ss IH]; cbn [run]; intros i fs last g HF Hl H; [now apply Hl|].
  destruct (do_step lib tb fs s) as [f|] eqn:E; [|discriminate]. assert (V := do_step_ok _ _ _ _ _ HL HF E).
  apply (IH _ _ _ _ (vmap_add _ _ _ HF V)) in H; [exact H|]. now intros f' [= <-].
Qed.
Lemma implied_ok f g : valid f -> implied f g = true -> valid g.
Proof.
  unfold implied. intros V H. apply if_and in H. destruct H as [H1 H2]. rewrite forallb_forall in H2. intros v H.
  apply (same_ok _ _ H1 v), V. intros h K. apply H, mem_In, H2, K.
Qed.
Lemma passed given wanted : passes given wanted = true -> valids given -> valids wanted.
Proof.
  revert wanted. induction given as [|f given IH]; intros [|g wanted] H V; try discriminate; [exact I|].
  destruct V as [V1 V2]. cbn [passes] in H. apply if_and in H. destruct H as [H1 H2]. split; [now apply (implied_ok f) | now apply IH].
Qed.
(** What is accepted is valid, if all that it uses is; whatever the table says. *)
Theorem checked lib tb ss n : valids lib -> proves lib tb ss n = true -> valid n.
Proof.
  unfold proves. intros HL H. destruct (run lib tb ss 1 _ None) as [f|] eqn:E; [|discriminate].
  apply (run_ok _ _ _ HL) in E; [now apply (implied_ok f)| |discriminate]. intros i g. rewrite PositiveMap.gempty. discriminate.
Qed.
