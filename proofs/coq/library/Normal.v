(** The normal form by which terms and formulas are compared. As in proofs/kernel/normal.py; that it keeps the meaning
    stands in NormalSound.v.

    A number becomes a polynomial with rational coefficients in atoms: a sorted list of monomials ([Poly]), each a sorted
    list of powers of atoms ([Mono]) that ends with the exponential of a polynomial: the kernel's powers of exponentials,
    kept as one sum of exponents. *)
From Coq Require Import Reals ZArith QArith Qreals List Bool PArith.
From Lemmata Require Export Terms.
Import ListNotations.
Local Open Scope lazy_bool_scope.

(** * Polynomials *)
Definition pzero := Num (0#1).
Definition mone := Exp pzero.
Definition q_is0 (c : Q) : bool := match Qnum c with Z0 => true | _ => false end.
Definition one_den (p q : Q) : bool := match Qden p with xH => match Qden q with xH => true | _ => false end | _ => false end.
Definition qadd (p q : Q) : Q := if one_den p q then Qmake (Qnum p + Qnum q) 1 else Qred (p + q).
Definition qmul (p q : Q) : Q := if one_den p q then Qmake (Qnum p * Qnum q) 1 else Qred (p * q).
Definition pconst (c : Q) : term := if q_is0 c then pzero else Poly c mone pzero.
Definition patom (a : term) : term := Poly (1#1) (Mono a 1 mone) pzero.

Fixpoint padd (p : term) : term -> term :=
  fix go (q : term) : term :=
  match p with
  | Poly c m p' =>
      match q with
      | Poly d k q' =>
          match cmp m k with
          | Lt => Poly c m (padd p' q)
          | Gt => Poly d k (go q')
          | Eq => let s := qadd c d in if q_is0 s then padd p' q' else Poly s m (padd p' q')
          end
      | Num z => if q_is0 z then p else Add p q
      | _ => Add p q
      end
  | Num z => if q_is0 z then q else Add p q
  | _ => Add p q
  end.
Fixpoint mmul (m : term) : term -> term :=
  fix go (k : term) : term :=
  match m with
  | Mono a i m' =>
      match k with
      | Mono b j k' =>
          match cmp a b with
          | Lt => Mono a i (mmul m' k)
          | Gt => Mono b j (go k')
          | Eq => Mono a (i + j) (mmul m' k')
          end
      | Exp _ => Mono a i (mmul m' k)
      | _ => Mul m k
      end
  | Exp e => match k with Mono b j k' => Mono b j (go k') | Exp f => Exp (padd e f) | _ => Mul m k end
  | _ => Mul m k
  end.
Definition m_is1 (m : term) : bool := match m with Exp (Num c) => q_is0 c | _ => false end.
Fixpoint scale (c : Q) (p : term) : term :=
  match p with
  | Poly d k q => Poly (qmul c d) k (scale c q)
  | Num z => if q_is0 z then pzero else Mul (Num c) p
  | _ => Mul (Num c) p
  end.
Definition pscale (c : Q) (p : term) := if q_is0 c then pzero else scale c p.
Fixpoint pmul_mono (c : Q) (m p : term) : term :=
  match p with
  | Poly d k q => padd (Poly (qmul c d) (mmul m k) pzero) (pmul_mono c m q)
  | Num z => if q_is0 z then pzero else Mul (Poly c m pzero) p
  | _ => Mul (Poly c m pzero) p
  end.
Fixpoint pmul (p q : term) : term :=
  match p with
  | Poly c m p' => let r := if m_is1 m then scale c q else pmul_mono c m q in
                 match p' with Num z => if q_is0 z then r else padd r (pmul p' q) | _ => padd r (pmul p' q) end
  | Num z => if q_is0 z then pzero else Mul p q
  | _ => Mul p q
  end.
Definition pone := Poly (1#1) mone pzero.
Definition ppow (p : term) (k : positive) : term := Pos.iter (pmul p) pone k.
Definition psub p q := padd p (scale (-1#1) q).
(** The value of a constant polynomial. *)
Definition constant (p : term) : option Q :=
  match p with
  | Num c => Some c
  | Poly c m q => if m_is1 m then match q with Num z => if q_is0 z then Some c else None | _ => None end else None
  | _ => None
  end.

(** (q, c) with p = c * q, where q has coprime integer coefficients; if [signed], the first of them is positive. *)
Fixpoint content (p : term) (g : Z) (l : positive) : Z * positive :=
  match p with
  | Poly c _ q =>
      let l' := match Qden c with xH => l | d => Z.to_pos (Z.lcm (Zpos l) (Zpos d)) end in
      let g' := match g with Zpos xH => g | _ => Z.gcd g (Qnum c) end in content q g' l'
  | _ => (g, l)
  end.
Definition prim (signed : bool) (p : term) : term * Q :=
  let '(g, l) := content p 0 1 in
  match g with
  | Zpos g =>
      let neg := if signed then match p with Poly c _ _ => match Qnum c with Zneg _ => true | _ => false end | _ => false end
                 else false in
      match g, l, neg with
      | xH, xH, false => (p, 1#1)
      | _, _, _ => let c := if neg then Zneg g # l else Zpos g # l in
                   (scale (if neg then Zneg l # g else Zpos l # g) p, c)
      end
  | _ => (p, 1#1)
  end.

(** * The operations on polynomials *)
Definition p_is0 (p : term) := match p with Num z => q_is0 z | _ => false end.
Fixpoint minv (m : term) : term :=
  match m with
  | Mono a k m' => pmul (match a with Inv q => ppow q k | _ => Poly (1#1) (Mono (Inv (patom a)) k mone) pzero end) (minv m')
  | Exp e => Poly (1#1) (Exp (scale (-1#1) e)) pzero
  | _ => patom (Inv m)
  end.
Definition pinv (p : term) : term :=
  match p with
  | Num c => if q_is0 c then pzero else patom (Inv p)
  | Poly c m q => if p_is0 q then pscale (Qinv c) (minv m)
                else let '(q, c) := prim true p in pscale (Qinv c) (patom (Inv q))
  | _ => patom (Inv p)
  end.
Definition pexp (p : term) := Poly (1#1) (Exp p) pzero.
Definition plog (p : term) : term :=
  match p with
  | Poly c (Exp e) q => if term_eqb p (Poly (1#1) (Exp e) pzero) then e else patom (Log p)
  | _ => patom (Log p)
  end.
Definition qabs (c : Q) := Qmake (Z.abs (Qnum c)) (Qden c).
Definition pabs (p : term) : term :=
  match constant p with
  | Some c => pconst (qabs c)
  | None => let '(q, c) := prim true p in pscale (qabs c) (patom (Abs q))
  end.
(** The truth of 0 r d where d is a rational. *)
Definition decide (r : rel) (d : term) : option bool :=
  match constant d with
  | None => None
  | Some c => Some (match r, Qnum c with
                    | RLe, Zneg _ => false | RLe, _ => true
                    | RLt, Zpos _ => true | RLt, _ => false
                    | REq, Z0 => true | REq, _ => false end)
  end.
Definition rsigned (r : rel) := match r with REq => true | _ => false end.
Definition pite (r : rel) (a b p q : term) : term :=
  let d := psub b a in
  match decide r d with
  | Some t => if t then p else q
  | None => if term_eqb p q then p else patom (Ite r pzero (fst (prim (rsigned r) d)) p q)
  end.
(** Of a sum over i: the part with i in it and the part without, which is taken out. *)
Fixpoint esplit (e : term) : term * term :=
  match e with
  | Poly c m p => let '(i, o) := esplit p in if occurs 0 m then (Poly c m i, o) else (i, Poly c (lower 0 m) o)
  | Num z => if q_is0 z then (pzero, pzero) else (e, pzero)
  | _ => (e, pzero)
  end.
Fixpoint msplit (m : term) : term * term :=
  match m with
  | Mono a k m' => let '(i, o) := msplit m' in if occurs 0 a then (Mono a k i, o) else (i, Mono (lower 0 a) k o)
  | Exp e => let '(i, o) := esplit e in (Exp i, Exp o)
  | _ => (m, mone)
  end.
Fixpoint psum (lo hi body : term) : term :=
  match body with
  | Poly c m p => let '(i, o) := msplit m in
                padd (pmul (Poly c o pzero) (patom (Big Sum lo hi (Poly (1#1) i pzero)))) (psum lo hi p)
  | Num z => if q_is0 z then pzero else patom (Big Sum lo hi body)
  | _ => patom (Big Sum lo hi body)
  end.
Definition pbig (o : big_op) (lo hi body : term) : term :=
  match o with
  | Sum => psum lo hi body
  | Prod => if term_eqb body pone then pone else patom (Big o lo hi body)
  | Max => patom (Big o lo hi body)
  end.
(** How many members a range of known small length has: those are written out. *)
Definition known (o : big_op) (lo hi : term) : option nat :=
  match constant (psub hi lo) with
  | Some c => match Qden c with
              | xH => if Z.leb (Qnum c) (match o with Max => 0 | _ => 11 end) then Some (Z.to_nat (Qnum c + 1)) else None
              | _ => None
              end
  | None => None
  end.
Definition off (lo : term) (k : nat) : term := padd lo (pconst (Z.of_nat k # 1)).
Fixpoint unroll (o : big_op) (lo : term) (n : nat) (f : term -> term) : term :=
  match n with
  | O => match o with Prod => pone | _ => pzero end
  | S k => match o with
           | Sum => padd (unroll o lo k f) (f (off lo k))
           | Prod => pmul (unroll o lo k f) (f (off lo k))
           | Max => f lo
           end
  end.

(** * Sorts of terms, by their form alone *)
Definition isZ (s : sort) := match s with TZ => true | _ => false end.
Fixpoint isint (t : term) : bool :=
  match t with
  | Num c => match Qden c with xH => true | _ => false end
  | Var _ s | Bv _ s | Cast s _ => isZ s
  | Val z _ => z
  | Add a b => isint a &&& isint b
  | Mul a b => isint a &&& isint b
  | Abs a => isint a
  | Ite _ _ _ p q => isint p &&& isint q
  | Big _ _ _ b => isint b
  | Poly c m p => match Qden c with xH => isint m | _ => false end &&& isint p
  | Mono a _ m => isint a &&& isint m
  | Exp e => m_is1 t
  | _ => false
  end.
Definition isnum (t : term) : bool :=
  match t with Var _ s | Bv _ s | Cast s _ => base s | Lam _ _ | App _ _ _ => false | _ => true end.
Definition pnum (t : term) : term := if isnum t then t else patom t.
(** Whether the form of a term shows that it is of that sort. *)
Fixpoint fits (t : term) (s : sort) : bool :=
  match t with
  | Var _ r | Bv _ r | Cast r _ => fit r s
  | Lam r b => match s with Arr a c => sort_eqb r a &&& fits b c | _ => false end
  | App r f _ => fits f (Arr r s)
  | _ => match s with TZ => isint t | TR => true | _ => false end
  end.
Fixpoint sort_of (t : term) : sort :=
  match t with Var _ s | Bv _ s | Cast s _ => s | App _ f _ => match sort_of f with Arr _ s => s | s => s end | _ => TR end.
Definition as_nf (t : term) (s : sort) : term := if base s then patom t else t.
(** The term read at sort s: itself, if its form shows that nothing changes. *)
Definition pcast (s : sort) (t : term) : term :=
  if fits t s then t
  else as_nf (Cast s t) s.
(** Of a function of x that is f x, only f is left. *)
Definition eta1 (s : sort) (b c : term) : term :=
  match c with
  | App r g x => if sort_eqb r s &&& term_eqb x (as_nf (Bv 0 s) s) &&& negb (occurs 0 g) &&&
                   match sort_of g with Arr a _ => sort_eqb a s &&& fits g (sort_of g) | _ => false end
                then lower 0 g else Lam s b
  | _ => Lam s b
  end.
Definition eta (s : sort) (b : term) : term :=
  match b with
  | Poly _ (Mono (Val z c) _ _) _ =>
      match c with
      | App _ g _ => if term_eqb b (patom (Val z c)) &&& match sort_of g with Arr _ TZ => z | Arr _ TR => negb z | _ => false end
                    then eta1 s b c else Lam s b
      | _ => Lam s b
      end
  | App _ _ _ => eta1 s b b
  | _ => Lam s b
  end.

(** * The normal form

    It is computed under an environment for bound variables (terms, and how many bound variables follow) and a
    substitution for free ones, and carries the arguments that an application has met so far (a spine), so that β is
    done for all arguments of a function at once. *)
Definition env := (list term * nat)%type.
Definition look (k : nat) (s : sort) (e : env) : term :=
  match nth_error (fst e) k with Some t => pcast s t | None => as_nf (Bv (k - length (fst e) + snd e) s) s end.
Definition under (s : sort) (e : env) : env := (as_nf (Bv 0 s) s :: map (lift 0) (fst e), S (snd e)).
Definition sigma := list (positive * term).
Fixpoint sfind (x : positive) (sg : sigma) : option term :=
  match sg with
  | [] => None
  | (y, t) :: sg => if Pos.eqb x y then Some t else sfind x sg
  end.
Definition slift (sg : sigma) : sigma := map (fun xt => (fst xt, lift 0 (snd xt))) sg.
Definition spine := list (sort * term).
Fixpoint chain (t : term) (args : spine) : term :=
  match args with [] => t | (s, a) :: args => chain (App s t a) args end.
Definition pvalue (z : bool) (t : term) : term :=
  match t with
  | Poly _ _ _ | Num _ => if z then pcast TZ t else t
  | _ => patom (Val (z ||| fits t TZ) t)   (* a function of integer values may have come for one of real values *)
  end.

Section Norm.
Variable head_of : term -> spine -> term.  (* a function, in normal form, at arguments *)
Fixpoint norm (sg : sigma) (e : env) (t : term) (args : spine) {struct t} : term :=
  match t with
  | Var x s => head_of (match sfind x sg with Some u => pcast s u | None => as_nf t s end) args
  | Bv k s => head_of (look k s e) args
  | Cast s a => chain (pcast s (norm sg e a [])) args
  | App s f a => norm sg e f ((s, norm sg e a []) :: args)
  | Lam s b => head_of (eta s (norm (slift sg) (under s e) b [])) args
  | Val z t => chain (pvalue z (norm sg e t [])) args
  | Num c => chain (pconst c) args
  | Add a b => chain (pnum (padd (norm sg e a []) (norm sg e b []))) args
  | Mul a b => chain (pnum (pmul (norm sg e a []) (norm sg e b []))) args
  | Inv a => chain (pnum (pinv (norm sg e a []))) args
  | Exp a => chain (pnum (pexp (norm sg e a []))) args
  | Log a => chain (pnum (plog (norm sg e a []))) args
  | Abs a => chain (pnum (pabs (norm sg e a []))) args
  | Ite r a b p q => chain (pnum (pite r (norm sg e a []) (norm sg e b []) (norm sg e p []) (norm sg e q []))) args
  | Big o lo hi body =>
      let lo' := norm sg e lo [] in
      let hi' := norm sg e hi [] in
      chain (pnum (match known o lo' hi' with
                   | Some n => unroll o lo' n (fun i => norm sg (pcast TZ (pnum i) :: fst e, snd e) body [])
                   | None => pbig o lo' hi' (norm (slift sg) (under TZ e) body [])
                   end)) args
  | Poly c m p => chain (pnum (padd (pscale c (norm sg e m [])) (norm sg e p []))) args
  | Mono a k m => chain (pnum (pmul (ppow (norm sg e a []) k) (norm sg e m []))) args
  | Trig o a => chain (pnum (patom (Trig o (norm sg e a [])))) args
  end.
Fixpoint norm_form (sg : sigma) (e : env) (f : form) {struct f} : form :=
  match f with
  | FTrue => FTrue | FFalse => FFalse
  | Rel r a b => Rel r (norm sg e a []) (norm sg e b [])
  | Imp a b => Imp (norm_form sg e a) (norm_form sg e b)
  | All s a => All s (norm_form (slift sg) (under s e) a)
  | Deriv f x y => Deriv (norm (slift sg) (under TR e) f []) (norm sg e x []) (norm sg e y [])
  end.
End Norm.
(** Where a function that was put in meets its arguments, its body is normalised once more, with functions of lower order;
    five deep is enough for functions of order three, and no argument is needed that this ends. *)
Fixpoint betas (nm : list term -> term -> term) (l : list term) (b : term) (args : spine) {struct args} : term :=
  match args with
  | [] => nm l b
  | (s, a) :: rest => match b with
                      | Lam r c => if sort_eqb r s then betas nm (pcast s a :: l) c rest else chain (nm l b) args
                      | _ => chain (nm l b) args
                      end
  end.
Fixpoint head_at (n : nat) (t : term) (args : spine) : term :=
  match n with
  | O => chain t args
  | S n => match t, args with
           | Lam _ _, _ :: _ => betas (fun l b => norm (head_at n) [] (l, O) b []) [] t args
           | _, _ => chain t args
           end
  end.
Definition head := head_at 5.
Definition env0 : env := ([], O).
Definition normal e t := norm head [] e t [].
Definition normal_form := norm_form head [] env0.
(** A formula with a term for its bound variable 0. *)
Definition fill (body : form) (t : term) := norm_form head [] ([t], O) body.

(** * Comparison up to products of inverses

    Facts hold normal forms, into which terms are put; the kernel puts them into terms as they are written, and 1/(N N)
    with m + 1 for N has one normal form there, 1/(m^2 + 2 m + 1), and here another, 1/(m + 1) · 1/(m + 1), as a sum is
    never taken apart. So for comparison the inverses of a monomial are gathered in one, at every depth. *)
Definition over (t : term) (d : option term) : term := match d with None => t | Some d => Mul t (Inv d) end.
Fixpoint terms (p : term) : N := match p with Poly _ _ q => 1 + terms q | _ => 0 end%N.
(** At most how many terms the product of what a monomial divides by has; it is left alone if that is [WIDE]. *)
Fixpoint spread (m : term) : N :=
  match m with Mono (Inv q) k m => N.pow (terms q) (Npos k) * spread m | Mono _ _ m => spread m | _ => 1 end%N.
Definition WIDE : N := 200.
(** The same number or function, divided by [d]. *)
Fixpoint gather (d : option term) (t : term) {struct t} : term :=
  match t with
  | Num _ | Var _ _ | Bv _ _ => over t d
  | Val z a => over (Val z (gather None a)) d
  | App s f a => over (App s (gather None f) (gather None a)) d
  | Lam s b => over (Lam s (gather None b)) d
  | Add a b => over (Add (gather None a) (gather None b)) d
  | Mul a b => over (Mul (gather None a) (gather None b)) d
  | Inv a => over (Inv (gather None a)) d
  | Exp a => over (Exp (gather None a)) d
  | Log a => over (Log (gather None a)) d
  | Abs a => over (Abs (gather None a)) d
  | Ite r a b p q => over (Ite r (gather None a) (gather None b) (gather None p) (gather None q)) d
  | Big o lo hi b => over (Big o (gather None lo) (gather None hi) (gather None b)) d
  | Cast s a => over (Cast s (gather None a)) d
  | Poly c m p => over (Poly c (gather None m) (gather None p)) d
  | Trig o a => over (Trig o (gather None a)) d
  | Mono a k m =>
      match a with
      | Inv q => if N.ltb WIDE (spread t) then Mono (Inv (gather None q)) k (gather d m) else
                 gather (Some (Mono (gather None q) k (match d with Some d => d | None => Num (1#1) end))) m
      | _ => Mono (gather None a) k (gather d m)
      end
  end.
Definition compound (q : term) : bool := match q with Poly _ _ p => negb (p_is0 p) | _ => true end.
(** Whether some monomial has several inverses, one of them of a sum: else gathering changes nothing. [one] and [sum] say
    what stood before in the same monomial: an inverse, the inverse of a sum. *)
Fixpoint scattered (one sum : bool) (t : term) {struct t} : bool :=
  match t with
  | Num _ | Var _ _ | Bv _ _ => false
  | Val _ a | Lam _ a | Inv a | Exp a | Log a | Abs a | Cast _ a | Trig _ a => scattered false false a
  | App _ a b | Add a b | Mul a b => scattered false false a ||| scattered false false b
  | Ite _ a b p q => scattered false false a ||| scattered false false b ||| scattered false false p ||| scattered false false q
  | Big _ lo hi b => scattered false false lo ||| scattered false false hi ||| scattered false false b
  | Poly _ m p => scattered false false m ||| scattered false false p
  | Mono a k m =>
      match a with
      | Inv q => let sum := sum ||| compound q in
                 (sum &&& (one ||| match k with xH => false | _ => true end)) ||| scattered false false q ||| scattered true sum m
      | _ => scattered false false a ||| scattered one sum m
      end
  end.
Definition gathered (t : term) : term := if scattered false false t then normal env0 (gather None t) else t.

(** Formulas with the same key are equivalent; what is decided outright is [FTrue] or [FFalse]. *)
Fixpoint key (f : form) : form :=
  match f with
  | Rel r a b =>
      let d := gathered (psub b a) in
      match decide r d with
      | Some true => FTrue
      | Some false => FFalse
      | None => Rel r pzero (fst (prim (rsigned r) d))
      end
  | Imp a b =>
      match key a with
      | FFalse => FTrue
      | ka => match key b with FTrue => FTrue | kb => match ka with FTrue => kb | _ => Imp ka kb end end
      end
  | All s a => match key a with FTrue => FTrue | ka => All s ka end
  | Deriv f x y => Deriv (gathered f) (gathered x) (gathered y)
  | _ => f
  end.
