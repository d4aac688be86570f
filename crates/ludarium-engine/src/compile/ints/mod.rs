//! Numbers.

mod count;
mod list;
mod name;
mod track;

use ludarium_lud::{Call, Diagnostic, Ludeme, Node, Value};

use super::{Compiler, Res, USES_PENDING};
use crate::fast::refusal::Part;
use crate::game::TurnLimits;
use crate::ir::{Bool, Dirs, Int, Iter, Op, Sites, END, INFINITY, OFF};
use crate::layout::type_of_index;

/// An argument that the checker guarantees.
pub(super) fn need<'n>(node: &Node, call: &'n Call, name: &str) -> Res<&'n Node> {
    call.arg(name).ok_or_else(|| {
        Diagnostic::new(
            "missing-argument",
            node.span,
            format!("`{name}` is missing"),
        )
    })
}

/// Whether a node is a region (a number or a list of numbers otherwise).
pub(super) fn is_region(node: &Node) -> bool {
    node.call()
        .is_some_and(|call| call.ludeme.sort() == "sites")
}

impl Compiler {
    /// A number.
    pub fn int(&mut self, node: &Node) -> Res<Int> {
        let int = self.inquiry(|c| c.int_of(node))?;
        self.record_place(Part::Number(&int), node.span);
        Ok(self.tabulated_int(int))
    }

    fn int_of(&mut self, node: &Node) -> Res<Int> {
        match &node.value {
            Value::Int(value) => Ok(Int::Const(*value)),
            Value::Bool(value) => Ok(Int::Const(i32::from(*value))),
            Value::Word(word) => self.int_word(node, word),
            Value::Call(call) => self.int_call(node, call),
            _ => Err(Diagnostic::new(
                "expected-number",
                node.span,
                "a number is expected here",
            )),
        }
    }

    fn int_word(&mut self, node: &Node, word: &str) -> Res<Int> {
        Ok(match word {
            "Off" | "Undefined" => Int::Const(OFF),
            "End" => Int::Const(END),
            "Infinity" => Int::Const(INFINITY),
            _ => {
                if let Some(player) = self.player_of_role(word) {
                    return Ok(player);
                }
                match word.strip_prefix("Team").and_then(|team| team.parse().ok()) {
                    Some(team) => Int::Const(team),
                    // In a game for two there is only one such player.
                    None if matches!(word, "Enemy" | "NonMover") && self.players == 2 => {
                        Int::Bin(Op::Sub, Box::new(Int::Const(3)), Box::new(Int::Mover))
                    }
                    None if matches!(word, "Friend" | "TeamMover" | "Ally") => Int::Mover,
                    None => return self.no_meaning(node),
                }
            }
        })
    }

    fn boxed(&mut self, node: &Node, call: &Call, name: &str) -> Res<Box<Int>> {
        Ok(Box::new(self.int(need(node, call, name)?)?))
    }

    fn opt_boxed(&mut self, arg: Option<&Node>) -> Res<Option<Box<Int>>> {
        Ok(self.opt_int(arg)?.map(Box::new))
    }

    /// The site of the last move's target, or the one given.
    pub(super) fn site_or_last_to(&mut self, arg: Option<&Node>) -> Res<Int> {
        Ok(self.opt_int(arg)?.unwrap_or(Int::LastTo))
    }

    fn binary(&mut self, op: Op, first: Int, second: Int) -> Int {
        match (&first, &second) {
            (Int::Const(a), Int::Const(b)) => Int::Const(op.apply(*a, *b)),
            _ => Int::Bin(op, Box::new(first), Box::new(second)),
        }
    }

    fn binary_op(&mut self, node: &Node, call: &Call, op: Op) -> Res<Int> {
        let first = self.int(need(node, call, "int")?)?;
        let second = self.int(need(node, call, "int2")?)?;
        Ok(self.binary(op, first, second))
    }

    fn fold(&mut self, node: &Node, call: &Call, op: Op) -> Res<Int> {
        let list = need(node, call, "ints")?;
        if let Value::Array(items) = &list.value {
            let mut items = items.iter();
            let Some(first) = items.next() else {
                return Ok(Int::Const(0));
            };
            let mut sum = self.int(first)?;
            for item in items {
                let item = self.int(item)?;
                sum = self.binary(op, sum, item);
            }
            return Ok(sum);
        }
        Ok(Int::Fold(op, Box::new(self.ints(list)?)))
    }

    /// An entry of a table by site: a constant if the site is constant.
    fn site_table(&mut self, table: Vec<i32>, at: Int) -> Int {
        match at {
            Int::Const(site) => Int::Const(
                usize::try_from(site)
                    .ok()
                    .and_then(|site| table.get(site).copied())
                    .unwrap_or(OFF),
            ),
            at => Int::SiteTable {
                table,
                at: Box::new(at),
            },
        }
    }

    fn board_table(
        &self,
        site_type: usize,
        value: impl Fn(&ludarium_board::Site) -> u32,
    ) -> Vec<i32> {
        self.board
            .topology
            .sites(type_of_index(site_type))
            .iter()
            .map(|site| value(site) as i32)
            .collect()
    }

    fn int_call(&mut self, node: &Node, call: &Call) -> Res<Int> {
        use Ludeme as L;
        if let Some(count) = self.int_count(node, call)? {
            return Ok(count);
        }
        let named_type = |c: &Self| c.site_type(call.arg("siteType"));
        Ok(match call.ludeme {
            // ---- iterators
            L::IterBetween => self.iter(Iter::Between),
            L::IterEdge => self.iter(Iter::Edge),
            L::IterFrom => match call.arg("at").and_then(Node::word) {
                Some("StartOfTurn") => {
                    self.flags.turn_from = true;
                    Int::TurnFrom
                }
                // At the end of the turn, the origin is that of the last move.
                _ => self.iter(Iter::From),
            },
            L::IterHint => return self.hint_value(node, call),
            L::IterPlayer => self.iter(Iter::Player),
            L::IterTo => self.iter(Iter::To),
            L::IterTrack => self.iter(Iter::Track),
            L::Level => self.iter(Iter::Level),
            L::Pips => self.iter(Iter::Pips),
            L::Site => self.iter(Iter::Site),
            L::Value => self.iter(Iter::Value),
            // ---- the game
            L::Mover => Int::Mover,
            L::Next => Int::Next,
            L::Prev => {
                Int::Prev(call.arg("prevType").and_then(Node::word) == Some("MoverLastTurn"))
            }
            L::Counter => Int::Counter,
            L::MatchScore => Int::MatchScore(Box::new(self.player(call.arg("roleType"))?)),
            L::Pot => Int::Pot,
            L::CardTrumpSuit => Int::TrumpSuit,
            L::CardSite => self.card_property(node, call)?,
            L::PathExtent => {
                let starts = call.arg("int2").map(|starts| self.sites_or_site(starts));
                Int::PathExtent {
                    colour: Box::new(self.opt_int(call.arg("int"))?.unwrap_or(Int::Mover)),
                    starts: starts.transpose()?.map(Box::new),
                }
            }
            L::Var => match call.arg("string").and_then(Node::str) {
                Some(name) => Int::Var(Self::intern(&mut self.vars, name)),
                None => Int::Temp,
            },
            L::Score => Int::Score(Box::new(
                self.player(call.args.first().and_then(Option::as_ref))?,
            )),
            L::Amount => Int::Amount(Box::new(
                self.player(call.args.first().and_then(Option::as_ref))?,
            )),
            L::ValuePlayer => Int::PlayerValue(self.boxed(node, call, "int")?),
            L::ValueSimple => match need(node, call, "valueSimpleType")?.word() {
                Some("Pending") => {
                    self.used |= USES_PENDING;
                    Int::Pending
                }
                Some("MoveLimit") => Int::Const(TurnLimits::after(self.turns, self.players).moves),
                _ => Int::Const(self.turns),
            },
            L::ValueRandom => {
                self.draws_lots();
                let (low, high) = self.range(need(node, call, "range")?)?;
                Int::Random(Box::new(low), Box::new(high))
            }
            L::Last => {
                if self.flag(call.arg("afterConsequence"), false)? {
                    self.flags.last_after = true;
                    return Ok(match need(node, call, "lastType")?.word() {
                        Some("From") => Int::LastFromAfter,
                        Some("LevelFrom") => Int::LastLevelFromAfter,
                        Some("LevelTo") => Int::LastLevelToAfter,
                        _ => Int::LastToAfter,
                    });
                }
                match need(node, call, "lastType")?.word() {
                    Some("From") => Int::LastFrom,
                    Some("LevelFrom") => Int::LastLevelFrom,
                    Some("LevelTo") => Int::LastLevelTo,
                    _ => Int::LastTo,
                }
            }
            // ---- pieces on sites
            L::What | L::Who | L::State | L::Rotation | L::ValuePiece => {
                self.no_pieces_to_ask(node)?;
                let site_type = named_type(self);
                let at = self.boxed(node, call, "at")?;
                let mut level = self.opt_boxed(call.arg("level"))?;
                if call.ludeme == L::What && self.needs.stacking {
                    // Without a level, the lowest piece of a stack counts.
                    level = level.or_else(|| Some(Box::new(Int::Const(0))));
                }
                match call.ludeme {
                    L::What => Int::What {
                        site_type,
                        at,
                        level,
                    },
                    L::Who => Int::Who {
                        site_type,
                        at,
                        level,
                    },
                    L::State => Int::State {
                        site_type,
                        at,
                        level,
                    },
                    L::Rotation => Int::Rotation {
                        site_type,
                        at,
                        level,
                    },
                    _ => Int::PieceValue {
                        site_type,
                        at,
                        level,
                    },
                }
            }
            L::TopLevel => Int::TopLevel {
                site_type: named_type(self),
                at: self.boxed(node, call, "at")?,
            },
            L::Face => Int::Face(self.boxed(node, call, "int")?),
            L::WhereSite => {
                let site_type = named_type(self);
                Int::Where {
                    site_type,
                    kinds: self.boxed(node, call, "int")?,
                    state: None,
                    by_order: false,
                }
            }
            L::Where => {
                let site_type = named_type(self);
                let kinds = Box::new(self.named_kind(node, call, "int")?);
                self.note_sought(&kinds);
                Int::Where {
                    site_type,
                    kinds,
                    state: self.opt_boxed(call.arg("state"))?,
                    by_order: true,
                }
            }
            L::WhereLevelSite => {
                let site_type = named_type(self);
                let kinds = self.boxed(node, call, "int")?;
                let at = self.boxed(node, call, "at")?;
                Int::WhereLevel {
                    site_type,
                    kinds,
                    state: None,
                    at,
                    from_top: self.flag(call.arg("fromTop"), true)?,
                }
            }
            L::WhereLevel => {
                let site_type = named_type(self);
                let kinds = Box::new(self.named_kind(node, call, "int")?);
                let state = self.opt_boxed(call.arg("state"))?;
                let at = self.boxed(node, call, "at")?;
                Int::WhereLevel {
                    site_type,
                    kinds,
                    state,
                    at,
                    from_top: self.flag(call.arg("fromTop"), true)?,
                }
            }
            L::IdName => {
                let name = need(node, call, "string")?;
                self.id_of(name)?
            }
            L::Id => match call.arg("string") {
                Some(_) => self.named_kind(node, call, "roleType")?,
                None => {
                    let role = need(node, call, "roleType")?;
                    match role.word() {
                        // A role of several players has no number.
                        Some("Enemy" | "NonMover" | "Friend" | "Ally") => Int::Const(OFF),
                        _ => self.int(role)?,
                    }
                }
            },
            // ---- the board
            L::Row | L::Column | L::PhaseOf | L::Layer => {
                let site_type = named_type(self);
                let table = self.board_table(site_type, |site| match call.ludeme {
                    L::Row => site.row,
                    L::Column => site.column,
                    L::Layer => site.layer,
                    _ => site.phase,
                });
                let at = self.int(need(node, call, "of")?)?;
                // Of a constant site, Ludii takes the phase before the start rules change any.
                let constant = matches!(at, Int::Const(_));
                if call.ludeme == L::PhaseOf && self.needs.phases && !constant {
                    return Ok(Int::SitePhase {
                        site_type,
                        table,
                        at: Box::new(at),
                    });
                }
                self.site_table(table, at)
            }
            L::CentrePoint => {
                let kind = type_of_index(named_type(self));
                let centre = self
                    .board
                    .topology
                    .region(kind, ludarium_board::StaticRegion::Centre);
                Int::Const(centre.first().map_or(OFF, |&site| site as i32))
            }
            L::Coord => {
                let text = need(node, call, "string")?;
                self.coordinate(text, named_type(self))?
            }
            L::CoordRowColumn => {
                let site_type = named_type(self);
                let row = self.int(need(node, call, "row")?)?;
                let column = self.int(need(node, call, "column")?)?;
                match (&row, &column) {
                    (Int::Const(row), Int::Const(column)) => {
                        Int::Const(self.site_in(site_type, *row, *column))
                    }
                    _ => Int::Coord {
                        site_type,
                        row: Box::new(row),
                        column: Box::new(column),
                    },
                }
            }
            L::HandSite => self.hand_site(node, call)?,
            L::MapEntry => self.map_entry(node, call)?,
            L::RegionSite => {
                let sites = self.sites(need(node, call, "sites")?)?;
                let index = self.int(need(node, call, "index")?)?;
                match (&sites, &index) {
                    (Sites::Const(set), Int::Const(index)) => Int::Const(
                        usize::try_from(*index)
                            .ok()
                            .and_then(|index| set.iter().nth(index))
                            .unwrap_or(OFF),
                    ),
                    _ => Int::RegionSite(Box::new(sites), Box::new(index)),
                }
            }
            L::Cost => {
                let site_type = named_type(self);
                let sites = need(node, call, "at")?;
                Int::Cost {
                    site_type,
                    sites: Box::new(self.sites(sites)?),
                }
            }
            L::Ahead => {
                let site_type = named_type(self);
                let at = self.boxed(node, call, "int")?;
                let steps = Box::new(self.opt_int(call.arg("steps"))?.unwrap_or(Int::Const(1)));
                let mut dirs = self.dirs(call.arg("direction"), site_type, "Adjacent")?;
                if let Dirs::Along { ends, .. } = &mut dirs {
                    // The direction of the move under consideration.
                    if ends.is_none() {
                        let (from, to) = (self.iter(Iter::From), self.iter(Iter::To));
                        *ends = Some((Box::new(from), Box::new(to)));
                    }
                }
                Int::Ahead {
                    site_type,
                    at,
                    steps,
                    dirs,
                }
            }
            L::EdgeBetween => Int::EdgeBetween(
                self.boxed(node, call, "int")?,
                self.boxed(node, call, "int2")?,
            ),
            L::TrackSiteEndSite | L::TrackSiteMove | L::TrackSiteFirstSite => {
                self.track_site(node, call)?
            }
            L::ArrayValue => {
                let list = self.ints(need(node, call, "ints")?)?;
                Int::ArrayValue(Box::new(list), self.boxed(node, call, "index")?)
            }
            // ---- sizes
            L::SizeStack => {
                let site_type = named_type(self);
                let sites = self.sites_or_last_to(call.arg("in"))?;
                Int::SizeStack {
                    site_type,
                    sites: Box::new(sites),
                }
            }
            L::SizeGroup => {
                let site_type = named_type(self);
                let at = self.boxed(node, call, "at")?;
                let dirs = self.dirs(call.arg("direction"), site_type, "Adjacent")?;
                let cond = self.group_condition(call.arg("if"))?;
                Int::SizeGroup {
                    site_type,
                    at,
                    dirs,
                    cond,
                }
            }
            L::SizeTerritory => {
                let site_type = named_type(self);
                let owner = Box::new(self.player(call.arg("roleType"))?);
                Int::SizeTerritory {
                    site_type,
                    owner,
                    dirs: self.dirs(call.arg("absoluteDirection"), site_type, "Adjacent")?,
                }
            }
            L::SizeLargePiece => {
                let site_type = named_type(self);
                let sites = self.sites_or_site(need(node, call, "in")?)?;
                Int::SizeLargePieces(site_type, Box::new(sites))
            }
            L::SizeArray => Int::SizeArray(Box::new(self.ints(need(node, call, "ints")?)?)),
            // ---- arithmetic
            L::IntAdd => self.binary_op(node, call, Op::Add)?,
            L::IntMul => self.binary_op(node, call, Op::Mul)?,
            L::IntDiv => self.binary_op(node, call, Op::Div)?,
            L::IntMod => self.binary_op(node, call, Op::Mod)?,
            L::IntPow => self.binary_op(node, call, Op::Pow)?,
            L::IntMin => self.binary_op(node, call, Op::Min)?,
            L::IntMax => self.binary_op(node, call, Op::Max)?,
            L::IntSub => match call.arg("int2") {
                Some(_) if call.arg("int").is_some() => self.binary_op(node, call, Op::Sub)?,
                second => {
                    let only = second.or(call.arg("int"));
                    let value = self.opt_int(only)?.unwrap_or(Int::Const(0));
                    self.binary(Op::Sub, Int::Const(0), value)
                }
            },
            L::IntAddList => self.fold(node, call, Op::Add)?,
            L::IntMulList => self.fold(node, call, Op::Mul)?,
            L::IntMaxList => self.fold(node, call, Op::Max)?,
            L::IntMinList => self.fold(node, call, Op::Min)?,
            L::IntAbs => match self.int(need(node, call, "int")?)? {
                Int::Const(value) => Int::Const(value.wrapping_abs()),
                value => Int::Abs(Box::new(value)),
            },
            L::IntIf => {
                let cond = self.bool(need(node, call, "boolean")?)?;
                let yes = self.int(need(node, call, "int")?)?;
                let no = self.int(need(node, call, "int2")?)?;
                match cond {
                    Bool::Const(true) => yes,
                    Bool::Const(false) => no,
                    cond => Int::If(Box::new(cond), Box::new(yes), Box::new(no)),
                }
            }
            L::ToInt => {
                let value = need(node, call, "boolean")?;
                match &value.value {
                    Value::Float(value) => Int::Const(*value as i32),
                    Value::Call(inner) if inner.ludeme.sort() == "float" => {
                        Int::FromFloat(Box::new(self.float(value)?))
                    }
                    _ => Int::FromBool(Box::new(self.bool(value)?)),
                }
            }
            _ => return self.no_meaning(node),
        })
    }

    /// The sites of a region, of one site, or of the last move's target.
    pub(super) fn sites_or_last_to(&mut self, arg: Option<&Node>) -> Res<Sites> {
        match arg {
            Some(node) if is_region(node) => self.sites(node),
            Some(node) => Ok(Sites::List(vec![self.int(node)?])),
            None => Ok(Sites::List(vec![Int::LastTo])),
        }
    }

    /// The condition on the members of a group; the candidate site is `(to)`.
    pub(super) fn group_condition(&mut self, arg: Option<&Node>) -> Res<Option<Box<Bool>>> {
        let Some(node) = arg else { return Ok(None) };
        self.binding(&[Iter::To], |c| Ok(Some(Box::new(c.bool(node)?))))
    }

    /// The two ends of a range, both included.
    pub(super) fn range(&mut self, node: &Node) -> Res<(Int, Int)> {
        let call = self.call(node)?;
        Ok(match call.ludeme {
            Ludeme::Exact => {
                let value = self.int(need(node, call, "int")?)?;
                (value.clone(), value)
            }
            Ludeme::RangeMax => (Int::Const(-1), self.int(need(node, call, "int")?)?),
            Ludeme::RangeMin => (self.int(need(node, call, "int")?)?, Int::Const(INFINITY)),
            Ludeme::Range => {
                let low = self.int(need(node, call, "int")?)?;
                let high = self.opt_int(call.arg("int2"))?;
                let high = high.unwrap_or_else(|| low.clone());
                (low, high)
            }
            _ => return self.no_meaning(node),
        })
    }
}
