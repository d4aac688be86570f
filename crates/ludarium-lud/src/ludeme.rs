//! The table of the language: every form of every ludeme, its parameters and its meaning.
//!
//! A pattern consists of the keyword and then the parameters in order. A capitalised word is
//! literal. `type` is an unnamed parameter, `name:type` a named one, `[ ]` optional, `{ }` an
//! array, `(a | b)` or `[a | b]` one parameter of several types. A group such as `(int roleType)`
//! is equivalent to `(int | roleType)`.
//!
//! The *name* of a parameter (see [`Ludeme::parameter`]) is its label. Without a label it is the
//! type of its first alternative, with an `s` for each array level. The second parameter of the
//! same name gets the suffix `2`, and so on.

pub use crate::form::{
    aliases, enumerations, narrower, number_words, words_of, Argument, ArgumentType, FormPart,
};

macro_rules! ludemes {
    ($($variant:ident: $sort:literal = $pattern:literal, $meaning:literal;)*) => {
        /// A form of a ludeme: one constructor of the language.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u16)]
        pub enum Ludeme {
            $(#[doc = concat!("`(", $pattern, ")`: ", $meaning)] $variant,)*
        }

        /// The rows of the table, in the order of [`Ludeme`].
        pub(crate) const ROWS: &[Row] = &[
            $(Row { ludeme: Ludeme::$variant, sort: $sort, pattern: $pattern, meaning: $meaning },)*
        ];
    };
}

/// One row of the table.
pub(crate) struct Row {
    pub ludeme: Ludeme,
    /// The type of the form.
    pub sort: &'static str,
    pub pattern: &'static str,
    pub meaning: &'static str,
}

impl Ludeme {
    /// All forms, in table order.
    pub fn all() -> impl Iterator<Item = Ludeme> {
        ROWS.iter().map(|row| row.ludeme)
    }

    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The syntax of the form, in the notation described in this module's documentation.
    #[must_use]
    pub fn pattern(self) -> &'static str {
        self.row().pattern
    }

    /// The type of the form, such as `sites` or `boolean`.
    #[must_use]
    pub fn sort(self) -> &'static str {
        self.row().sort
    }

    /// The meaning of the form, in one line.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        self.row().meaning
    }
}

ludemes! {
    // ---- game
    GameSubgame: "game" = "game string", "one game of a match, named by the file that describes it";
    Game: "game" = "game string players [mode] equipment rules", "a whole game: its players, equipment and rules";
    MatchName: "game" = "match string", "a match that another file describes";
    Match: "game" = "match string [players] games end", "several games played one after another, with its own end";
    // ---- players
    Players: "players" = "players int", "how many players there are";
    PlayersList: "players" = "players {seat}", "the players one by one, each with the direction it faces";
    // ---- seat
    SeatPlayer: "seat" = "player directionFacing", "a player and the direction that counts as its Forward";
    // ---- mode
    Mode: "mode" = "mode modeType", "whether players move in turn or all at once";
    // ---- equipment
    Equipment: "equipment" = "equipment {item}", "everything the game is played with";
    // ---- item
    Component: "item" = "component string roleType {{stepType}} directionFacing moves int int int", "a piece in the most general form: walk, facing, moves and limits";
    ComponentCard: "item" = "card string roleType cardType rank:int value:int trumpRank:int trumpValue:int suit:int [moves] [maxState:int] [maxCount:int] [maxValue:int]", "a playing card with rank, value and suit";
    Piece: "item" = "piece string [roleType] [directionFacing] [flips] [moves] [maxState:int] [maxCount:int] [maxValue:int]", "a kind of piece, its owner, and its own moves";
    Die: "item" = "die string roleType numFaces:int [directionFacing] [moves]", "a single die with a number of faces";
    Dominoes: "item" = "dominoes [upTo:int]", "a full set of dominoes up to a number of pips";
    Hints: "item" = "hints [string] {hint} [siteType]", "the numbers printed on a puzzle's board";
    MapArrays: "item" = "map [string] {int} {int}", "a table that maps each number of one list to a number of another";
    MapPairs: "item" = "map [string] {pair}", "a table that maps keys to values, given pair by pair";
    Regions: "item" = "regions [string] [roleType] ({int} | sites | {sites} | regionTypeStatic | {regionTypeStatic}) [string]", "a named or owned set of sites";
    Tile: "item" = "tile string [roleType] [{stepType} | {{stepType}}] [numSides:int] [slots:{int} | slotsPerSide:int] [{path}] [flips] [moves] [maxState:int] [maxCount:int] [maxValue:int]", "a kind of tile, with the paths printed on it";
    Domino: "item" = "domino string roleType value:int value2:int [moves]", "one domino with its two values";
    Deck: "item" = "deck [roleType] [cardsBySuit:int] [suits:int] [{deckCard}]", "a deck of cards";
    Dice: "item" = "dice [d:int] [faces:{int} | facesByDie:{{int}} | from:int] [roleType] num:int [biased:{int}]", "a set of dice rolled together";
    Hand: "item" = "hand roleType [size:int]", "sites off the board that belong to a player";
    // ---- decision
    MoveStep: "decision" = "move Step [from] [direction] to [stack:boolean] [then]", "the player moves a piece to a neighbouring site";
    MoveSlide: "decision" = "move Slide [from] [string] [direction] [between] [to] [stack:boolean] [then]", "the player moves a piece any distance along a line";
    MoveShoot: "decision" = "move Shoot withPiece [from] [absoluteDirection] [between] [to] [then]", "the player places a piece on a site in line with another";
    MoveSelect: "decision" = "move Select from [to] [roleType] [then]", "the player selects a site, or two, for use by other rules";
    MoveMessage: "decision" = "move moveMessageType (string | {string}) [then]", "the player makes a proposal, or votes for one";
    MoveSwapPlayers: "decision" = "move Swap Players (int roleType) (int roleType) [then]", "the player makes two players swap sides";
    MoveSwapPieces: "decision" = "move Swap Pieces [int] [int] [then]", "the player makes two pieces swap places";
    MoveRemove: "decision" = "move Remove [siteType] (int | sites) [level:int] [at:whenType] [count:int] [then]", "the player removes a piece from a site";
    MoveSetTrumpSuit: "decision" = "move Set TrumpSuit (int | ints) [then]", "the player names the trump suit";
    MoveSetNextPlayer: "decision" = "move Set NextPlayer (byPlayer | ints) [then]", "the player names the next player to move";
    MoveSetRotation: "decision" = "move Set Rotation [to] [{int} | int] [previous:boolean] [next:boolean] [then]", "the player turns a piece on its site";
    MoveSite: "decision" = "move moveSiteType [withPiece] to [count:int] [stack:boolean] [then]", "the player places a piece on a site, or claims a site";
    MoveBet: "decision" = "move Bet (byPlayer | roleType) range [then]", "the player bets an amount within a range";
    Move: "decision" = "move from to [count:int] [copy:boolean] [stack:boolean] [roleType] [then]", "the player moves a piece from one site to any other";
    MovePromote: "decision" = "move Promote [siteType] [int] withPiece [byPlayer | roleType] [then]", "the player turns a piece into another kind";
    MoveSimple: "decision" = "move moveSimpleType [then]", "the player passes, or plays a card";
    MoveLeap: "decision" = "move Leap [from] {{stepType}} [forward:boolean] [rotations:boolean] to [then]", "the player moves a piece along a walk, whatever stands between";
    MoveHop: "decision" = "move Hop [from] [direction] [between] to [stack:boolean] [then]", "the player moves a piece over a neighbouring site to the one beyond";
    // ---- phase
    Phase: "phase" = "phase string [roleType] [mode] play [end] [nextPhase | {nextPhase}]", "a part of the game with its own play and end, for one player or all";
    // ---- nextPhase
    NextPhase: "nextPhase" = "nextPhase [roleType | byPlayer] [boolean] [string]", "when, for which players, and to which phase the game proceeds";
    // ---- apply
    ApplyIf: "apply" = "apply if:boolean", "a condition that the site must meet; nothing else happens";
    Apply: "apply" = "apply nonDecision", "an effect applied to the site";
    ApplyIfEffect: "apply" = "apply if:boolean nonDecision", "an effect applied to the site if a condition holds";
    // ---- effect
    Attract: "effect" = "attract [from] [absoluteDirection] [then]", "draws all pieces towards a site along lines";
    Bet: "effect" = "bet (byPlayer | roleType) range [then]", "bets an amount within a range";
    Claim: "effect" = "claim [withPiece] to [then]", "puts a piece of the mover on a site, such as an edge";
    Custodial: "effect" = "custodial [from] [absoluteDirection] [between] [to] [then]", "affects enemies caught in a line between the last piece moved and a friendly piece";
    Directional: "effect" = "directional [from] [direction] [to] [then]", "affects the pieces in a row that starts next to the site";
    Add: "effect" = "add [withPiece] to [count:int] [stack:boolean] [then]", "puts a piece on a site";
    Deal: "effect" = "deal dealableType [int] [beginWith:int] [then]", "deals cards or dominoes to the players";
    Remove: "effect" = "remove [siteType] (int | sites) [level:int] [at:whenType] [count:int] [then]", "removes the piece, or some of the pieces, from a site";
    Step: "effect" = "step [from] [direction] to [stack:boolean] [then]", "moves a piece to a neighbouring site";
    Enclose: "effect" = "enclose [siteType] [from] [direction] [between] [numException:int] [then]", "affects groups left without a free neighbour";
    Flip: "effect" = "flip [siteType] [int] [then]", "changes a piece's state to the other of its two flip values";
    FromTo: "effect" = "fromTo from to [count:int] [copy:boolean] [stack:boolean] [roleType] [then]", "moves a piece from one site to any other";
    Hop: "effect" = "hop [from] [direction] [between] to [stack:boolean] [then]", "moves a piece over a neighbouring site to the one beyond";
    Intervene: "effect" = "intervene [from] [absoluteDirection] [between] [to] [then]", "affects the enemies on both sides of a piece that moved between them";
    Leap: "effect" = "leap [from] {{stepType}} [forward:boolean] [rotations:boolean] to [then]", "moves a piece along a walk, whatever stands between";
    Note: "effect" = "note [player:int | player:roleType] (string | int | ints | float | boolean | sites | range | direction | graph) [to:byPlayer | to:roleType]", "sends a message to a player";
    Pass: "effect" = "pass [then]", "does nothing and passes the turn";
    PlayCard: "effect" = "playCard [then]", "plays a card from the hand";
    Promote: "effect" = "promote [siteType] [int] withPiece [byPlayer | roleType] [then]", "turns a piece into another kind";
    Propose: "effect" = "propose (string | {string}) [then]", "puts a proposal to the vote";
    Push: "effect" = "push [from] direction [then]", "pushes a row of pieces one site on";
    RandomSelection: "effect" = "random moves num:int", "keeps a given number of the moves, chosen at random";
    RandomWeighted: "effect" = "random {float} {moves}", "keeps one of several sets of moves, chosen at random by weight";
    Roll: "effect" = "roll [then]", "rolls the dice";
    Satisfy: "effect" = "satisfy (boolean | {boolean})", "lets the solver of a puzzle set values that break no constraint";
    Select: "effect" = "select from [to] [roleType] [then]", "selects a site, or two, for use by other rules";
    Shoot: "effect" = "shoot withPiece [from] [absoluteDirection] [between] [to] [then]", "places a piece on a site in line with another";
    Slide: "effect" = "slide [from] [string] [direction] [between] [to] [stack:boolean] [then]", "moves a piece any distance along a line";
    Sow: "effect" = "sow [siteType] [int] [count:int] [numPerHole:int] [string] [owner:int] [if:boolean] [sowEffect:moves] [apply:nonDecision] [includeSelf:boolean] [origin:boolean] [skipIf:boolean] [backtracking:boolean] [forward:boolean] [then]", "takes the counters of a hole and drops them one by one along a track";
    Surround: "effect" = "surround [from] [relationType] [between] [to] [except:int] [with:withPiece] [then]", "affects pieces whose neighbouring sites are all occupied by enemies";
    Trigger: "effect" = "trigger string (int | roleType) [then]", "records that a named event has happened for a player";
    Vote: "effect" = "vote (string | {string}) [then]", "votes for a proposal";
    Seq: "effect" = "seq {moves}", "carries out several effects in order, each on the result of the one before";
    ForEachDirection: "effect" = "forEach Direction [from] [direction] [between] (to | moves) [then]", "moves for each site met in each direction";
    ForEachSite: "effect" = "forEach Site sites moves [noMoveYet:moves] [then]", "moves for each site of a set";
    ForEachValueIn: "effect" = "forEach Value ints moves [then]", "moves for each value of a list";
    ForEachLevel: "effect" = "forEach Level [siteType] int [stackDirection] moves [then]", "moves for each level of a stack";
    ForEachTeam: "effect" = "forEach Team moves [then]", "moves for each team";
    ForEachGroup: "effect" = "forEach Group [siteType] [direction] [if:boolean] moves [then]", "moves for each group of connected pieces";
    ForEachDie: "effect" = "forEach Die [int] [combined:boolean] [replayDouble:boolean] [if:boolean] moves [then]", "moves for each die not yet used";
    ForEach: "effect" = "forEach ints moves [then]", "moves for each player number of a list";
    ForEachPlayer: "effect" = "forEach Player moves [then]", "moves for each player";
    ForEachPiece: "effect" = "forEach Piece [on:siteType] [string | {string}] [container:int | string] [moves] [byPlayer | roleType] [top:boolean] [then]", "moves for each piece of a player: the piece's own moves, or those given";
    ForEachValue: "effect" = "forEach Value min:int max:int moves [then]", "moves for each value from a minimum to a maximum";
    TakeControl: "effect" = "take Control (of:roleType | of:int) (by:roleType | by:int) [at:int | to:sites] [siteType] [then]", "gives pieces of one player to another";
    TakeDomino: "effect" = "take Domino [then]", "takes a domino from those left";
    AvoidStoredState: "effect" = "avoidStoredState moves [then]", "keeps the moves that do not lead back to the remembered position";
    Do: "effect" = "do moves [next:moves] [ifAfterwards:boolean] [then]", "carries out one set of moves, then generates the moves that follow from it";
    FirstMoveOnTrack: "effect" = "firstMoveOnTrack [string] [roleType] moves [then]", "the moves of the first piece along a track that has any";
    Priority: "effect" = "priority moves moves [then]", "the moves of the first choice, or of the second where the first has none";
    PriorityList: "effect" = "priority {moves} [then]", "the moves of the first item in the list that has any";
    While: "effect" = "while boolean moves [then]", "repeats an effect as long as a condition holds";
    MaxDistance: "effect" = "max Distance [string] [roleType] moves [then]", "keeps the moves that go furthest along a track";
    MaxMoves: "effect" = "max maxMovesType [withValue:boolean] moves [then]", "keeps the moves that lead to the longest sequence, or to most captures";
    RememberState: "effect" = "remember State [then]", "remembers the position";
    RememberValue: "effect" = "remember Value [string] int [unique:boolean] [then]", "adds a value to a remembered list";
    AddScoreList: "effect" = "addScore ({int} | {roleType}) {int} [then]", "adds to the scores of several players";
    AddScore: "effect" = "addScore (byPlayer | roleType) int [then]", "adds to a player's score";
    MoveAgain: "effect" = "moveAgain [then]", "gives the mover another move";
    ForgetValue: "effect" = "forget Value [string] int [then]", "removes a value from a remembered list";
    ForgetValueAll: "effect" = "forget Value [string] All [then]", "empties a remembered list";
    SwapPlayers: "effect" = "swap Players (int | roleType) (int | roleType) [then]", "makes two players swap sides";
    SwapPieces: "effect" = "swap Pieces [int] [int] [then]", "makes two pieces swap places";
    SetRotation: "effect" = "set Rotation [to] [{int} | int] [previous:boolean] [next:boolean] [then]", "turns a piece on its site";
    SetPlayer: "effect" = "set setPlayerType (byPlayer | roleType) int [then]", "sets a player's score or value";
    SetPending: "effect" = "set Pending [int | sites] [then]", "marks sites, or a value, for the next turn";
    SetTeam: "effect" = "set Team int {roleType} [then]", "puts players into a team";
    SetHidden: "effect" = "set Hidden [hiddenData | {hiddenData}] [siteType] (at:int | sites) [level:int] [boolean] (to:byPlayer | to:roleType) [then]", "hides data about a site from a player, or reveals it";
    SetTrumpSuit: "effect" = "set TrumpSuit (int | ints) [then]", "sets the trump suit";
    SetNextPlayer: "effect" = "set NextPlayer (byPlayer | ints) [then]", "sets the next player to move";
    SetSite: "effect" = "set setSiteType [siteType] at:int [level:int] int [then]", "sets the count, state or value of a site";
    SetValue: "effect" = "set setValueType [int] [then]", "sets the counter or the pot";
    SetVar: "effect" = "set Var [string] [int] [then]", "sets a named variable";
    // ---- then
    Then: "then" = "then nonDecision [applyAfterAllMoves:boolean]", "effects applied after the move has been made";
    // ---- operator
    AllCombinations: "operator" = "allCombinations moves moves [then]", "every pair of a move of the first kind and one of the second, made together";
    Append: "operator" = "append nonDecision [then]", "joins all moves found into one";
    MovesAndList: "operator" = "and {moves} [then]", "the consequences of all these moves together";
    MovesAnd: "operator" = "and moves moves [then]", "the consequences of both";
    MovesIf: "operator" = "if boolean moves [moves] [then]", "moves that depend on a condition";
    MovesOrList: "operator" = "or {moves} [then]", "the moves of all these kinds";
    MovesOr: "operator" = "or moves moves [then]", "the moves of both kinds";
    // ---- board
    Board: "board" = "board graph [track | {track}] [values | {values}] [use:siteType] [largeStack:boolean]", "the board: a graph, with tracks and ranges of values";
    Boardless: "board" = "boardless tilingBoardlessType [dim] [largeStack:boolean]", "no board: pieces build up the playing area on an open tiling";
    MancalaBoard: "board" = "mancalaBoard int int [store:storeType] [numStores:int] [largeStack:boolean] [track | {track}]", "a board of rows of holes, with stores or without";
    SurakartaBoard: "board" = "surakartaBoard graph [loops:int] [from:int] [largeStack:boolean]", "a board whose lines are joined by loops round the corners";
    // ---- track
    Track: "track" = "track string ({int} | string | {trackStep}) [loop:boolean] [int | roleType] [directed:boolean]", "a named path over sites that pieces follow";
    // ---- path
    Path: "path" = "path from:int [slotsFrom:int] to:int [slotsTo:int] colour:int", "a coloured line across a tile, from one side to another";
    // ---- rules
    RulesPhases: "rules" = "rules [meta] [start] [play] phases:{phase} [end]", "rules that differ from phase to phase";
    Rules: "rules" = "rules [meta] [start] play end", "the rules: starting position, play and end";
    // ---- meta
    Meta: "meta" = "meta ({metaRule} | metaRule)", "rules that override all others";
    // ---- metaRule
    Automove: "metaRule" = "automove", "where exactly one legal move leads to a site, it is made automatically";
    Gravity: "metaRule" = "gravity [PyramidalDrop]", "pieces that lose their support fall";
    MetaSwap: "metaRule" = "swap", "the second player may take over the first move by changing sides";
    NoStackOnFallen: "metaRule" = "noStackOn Fallen", "nothing may be stacked on a piece that has fallen";
    PassEnd: "metaRule" = "passEnd passEndType", "what happens when all players pass";
    TurnLimit: "metaRule" = "turnLimit int", "the number of turns of each player after which an unfinished game is drawn (an extension of Ludarium)";
    PinSupportMultiple: "metaRule" = "pin SupportMultiple", "a piece that supports several others cannot be moved";
    MetaNoRepeat: "metaRule" = "no Repeat [repetitionType]", "no position may be repeated";
    MetaNoSuicide: "metaRule" = "no Suicide", "no move may lose the game for its mover";
    // ---- start
    Start: "start" = "start ({startRule} | startRule)", "how the starting position is set up";
    // ---- startRule
    StartDeal: "startRule" = "deal dealableType [int]", "deals cards or dominoes before the first move";
    PlaceRandomSite: "startRule" = "place Random {string} [count:{int}] [state:int] [value:int] int [siteType]", "places pieces at random, given the number of each";
    PlaceRandomSites: "startRule" = "place Random [sites] {string} [count:int] [state:int] [value:int] [siteType]", "places pieces on sites of a region chosen at random";
    PlaceStack: "startRule" = "place Stack (string | items:{string}) [string] [siteType] [int | {int} | sites | coord:string | {string}] [count:int | counts:{int}] [state:int] [rotation:int] [value:int]", "places a stack";
    PlaceSites: "startRule" = "place string [siteType] [{int}] [sites] [{string}] [counts:{int}] [state:int] [rotation:int] [value:int]", "places a kind of piece on several sites";
    Place: "startRule" = "place string [string] [siteType] [int] [coord:string] [count:int] [state:int] [rotation:int] [value:int]", "places a kind of piece on a site";
    PlaceRandomStack: "startRule" = "place Random {pairCount} int [siteType]", "places a stack in random order, given the number of each kind";
    SplitDeck: "startRule" = "split Deck", "lays the deck out card by card";
    StartForEach: "startRule" = "forEach ints startRule", "a start rule for each player number of a list";
    StartForEachPlayer: "startRule" = "forEach Player startRule", "a start rule for each player";
    StartForEachValue: "startRule" = "forEach Value min:int max:int startRule", "a start rule for each value from a minimum to a maximum";
    StartForEachSite: "startRule" = "forEach Site sites [if:boolean] startRule", "a start rule for each site of a set";
    StartForEachTeam: "startRule" = "forEach Team startRule", "a start rule for each team";
    StartSet: "startRule" = "set [siteType] {{int}}", "the values printed on a puzzle's board, as pairs of site and value";
    StartSetStartSites: "startRule" = "set setStartSitesType int [siteType] (at:int | to:sites)", "sets the cost, count or phase of sites";
    StartSetRoleSites: "startRule" = "set roleType [siteType] [{int}] [sites] [{string}]", "places the player's piece on several sites";
    StartSetRole: "startRule" = "set roleType [siteType] [int] [coord:string]", "places the player's piece on a site";
    StartSetHidden: "startRule" = "set Hidden [hiddenData | {hiddenData}] [siteType] (at:int | sites) [level:int] [boolean] to:roleType", "hides data about a site from a player from the start";
    StartSetRememberValue: "startRule" = "set RememberValue [string] (int | sites) [unique:boolean]", "puts values on a remembered list";
    StartSetStartPlayer: "startRule" = "set setStartPlayerType [roleType] int", "sets a player's amount or score";
    StartSetTeam: "startRule" = "set Team int {roleType}", "puts players into a team";
    // ---- play
    Play: "play" = "play moves", "the moves that a player may choose from";
    // ---- end
    End: "end" = "end (endRule | {endRule})", "when the game ends, and how";
    // ---- result
    ByScore: "result" = "byScore [{score}] [misere:boolean]", "the higher score wins";
    Payoffs: "result" = "payoffs {payoff}", "each player gets the payoff given";
    Result: "result" = "result roleType resultType", "the result for one player; the others' results follow from it";
    // ---- endRule
    EndForEach: "endRule" = "forEach [roleType | Track] if:boolean result", "an end rule tested for each player, or each track";
    EndIf: "endRule" = "if boolean [endRule | {endRule}] [result]", "an end rule that applies when a condition holds";
    // ---- games
    Games: "games" = "games (subgame | {subgame})", "the games of a match";
    // ---- subgame
    Subgame: "subgame" = "subgame string [string] [next:int] [result:int]", "a game of a match, the game after it, and the value of its result";
    // ---- sites
    SitesLastBetween: "sites" = "last Between", "the sites that the last move passed over";
    SitesForEachInts: "sites" = "forEach ints sites", "the sites for each player number of a list, together";
    SitesForEachOf: "sites" = "forEach of:sites sites", "the sites for each site of a set, together";
    SitesForEachIf: "sites" = "forEach sites if:boolean", "those sites of a set that meet a condition";
    SitesForEachTeam: "sites" = "forEach Team sites", "the sites for each team, together";
    SitesForEachLevel: "sites" = "forEach Level [siteType] at:int [stackDirection] [if:boolean] [startAt:int]", "the levels of a stack that meet a condition";
    SitesSimple: "sites" = "sites sitesSimpleType [siteType]", "a set of sites that has a name of its own, such as the corners";
    SitesEdge: "sites" = "sites sitesEdgeType", "the edges of one orientation";
    SitesGroup: "sites" = "sites Group [siteType] (at:int | from:sites) [direction] [if:boolean] [isVisible:boolean]", "the sites of the group that a site belongs to";
    SitesList: "sites" = "sites ({int} | ints)", "the sites with these numbers";
    SitesMove: "sites" = "sites sitesMoveType moves", "the sites that moves leave, pass over or reach";
    SitesCoords: "sites" = "sites [siteType] {string}", "the sites with these coordinates";
    SitesWalk: "sites" = "sites [siteType] [int] {{stepType}} [rotations:boolean]", "the sites at which a walk ends";
    SitesHidden: "sites" = "sites Hidden [hiddenData] [siteType] (to:byPlayer | to:roleType)", "the sites with data hidden from a player";
    SitesPattern: "sites" = "sites Pattern {stepType} [siteType] [from:int] [what:int | whats:{int}]", "the sites of a pattern";
    SitesLoop: "sites" = "sites Loop [inside:boolean] [siteType] [surround:roleType | {roleType}] [direction] [int] [int | sites]", "the sites of a loop, or those inside it";
    SitesIter: "sites" = "sites", "the current set of sites in a loop over sets";
    SitesCrossing: "sites" = "sites Crossing at:int [byPlayer | roleType]", "the edges that cross an edge";
    SitesRandom: "sites" = "sites Random [sites] [num:int]", "sites of a region chosen at random";
    SitesLargePiece: "sites" = "sites LargePiece [siteType] at:int", "the sites that a large piece covers";
    SitesBetween: "sites" = "sites Between [direction] [siteType] from:int [fromIncluded:boolean] to:int [toIncluded:boolean] [cond:boolean]", "the sites between two sites";
    SitesStart: "sites" = "sites Start withPiece", "the sites where a kind of piece stood at the start";
    SitesOccupied: "sites" = "sites Occupied (by:byPlayer | by:roleType) [container:int | container:string] [component:int | component:string | components:{string}] [top:boolean] [on:siteType]", "the sites where a player has pieces";
    SitesIncident: "sites" = "sites Incident siteType of:siteType at:int [owner:byPlayer | roleType]", "the cells, edges or vertices that touch a site";
    SitesAround: "sites" = "sites Around [siteType] (int | sites) [regionTypeDynamic] [distance:int] [absoluteDirection] [if:boolean] [includeSelf:boolean]", "the sites around a site or a region";
    SitesDirection: "sites" = "sites Direction (from:int | from:sites) [direction] [included:boolean] [stop:boolean] [stopIncluded:boolean] [distance:int] [siteType]", "the sites met from a site in a direction";
    SitesLineOfSight: "sites" = "sites LineOfSight [lineOfSightType] [siteType] [at:int] [direction]", "the sites visible from a site along lines";
    SitesIndex: "sites" = "sites sitesIndexType [siteType] [int]", "a row, column, layer or phase by its number; or the sites of a state; or the empty ones";
    SitesSide: "sites" = "sites Side [siteType] [byPlayer | roleType | compassDirection]", "the sites of one side of the board";
    SitesDistance: "sites" = "sites Distance [siteType] [relationType] [effect] [newRotation:int] from:int range", "the sites whose distance from a site is in a range";
    SitesPlayer: "sites" = "sites sitesPlayerType [siteType] [byPlayer | roleType] [nonDecision] [string]", "a player's hand, or the sites by which a player would win";
    SitesTrack: "sites" = "sites Track [byPlayer | roleType] [string] [from:int] [to:int]", "the sites of a track";
    SitesRegion: "sites" = "sites [byPlayer | roleType] [siteType] [string]", "the sites of a region, by its owner or its name";
    RegionOf: "sites" = "region sites", "the sites of a region";
    Region: "sites" = "region", "an empty region";
    RegionInt: "sites" = "region int", "the region of one site";
    RegionBoard: "sites" = "region string board {string}", "a named region of a board, by coordinates";
    RegionInts: "sites" = "region {int}", "the region of these sites";
    Expand: "sites" = "expand [int | string] (sites | origin:int) [steps:int] [absoluteDirection] [siteType]", "a region and the sites within a number of steps of it";
    SitesDifference: "sites" = "difference sites (sites | int)", "the sites of the first set that are not in the second";
    SitesIf: "sites" = "if boolean sites [sites]", "sites that depend on a condition";
    SitesIntersectionList: "sites" = "intersection {sites}", "the sites that are in all these sets";
    SitesIntersection: "sites" = "intersection sites sites", "the sites that are in both sets";
    SitesUnionList: "sites" = "union {sites}", "the sites that are in any of these sets";
    SitesUnion: "sites" = "union sites sites", "the sites that are in either set";
    // ---- int
    TopLevel: "int" = "topLevel [siteType] at:int", "the number of the highest level of a stack";
    IterBetween: "int" = "between", "the site being passed over";
    IterEdge: "int" = "edge", "the edge being tested";
    EdgeBetween: "int" = "edge int int", "the edge that joins two vertices";
    IterFrom: "int" = "from [at:whenType]", "the site being left";
    IterHint: "int" = "hint [siteType] [at:int]", "the hint of the region being tested";
    IterPlayer: "int" = "player", "the current player in a loop over players";
    IterTo: "int" = "to", "the site being reached";
    IterTrack: "int" = "track", "the current track in a loop over tracks";
    Level: "int" = "level", "the level being tested";
    Pips: "int" = "pips", "the number on the die being used";
    Site: "int" = "site", "the current site in a loop over sites";
    Last: "int" = "last lastType [afterConsequence:boolean]", "a site or level of the last move";
    Face: "int" = "face int", "the face that shows on a die";
    State: "int" = "state [siteType] at:int [level:int]", "the state of the piece on a site";
    Amount: "int" = "amount (roleType | byPlayer)", "the amount that a player has to bet with";
    Counter: "int" = "counter", "the counter";
    Mover: "int" = "mover", "the number of the player to move";
    Next: "int" = "next", "the number of the next player to move";
    Pot: "int" = "pot", "the amount in the pot";
    Prev: "int" = "prev [prevType]", "the number of the player who moved last";
    Rotation: "int" = "rotation [siteType] at:int [level:int]", "the rotation of the piece on a site";
    Score: "int" = "score (byPlayer | roleType)", "a player's score";
    Var: "int" = "var [string]", "the value of a named variable";
    What: "int" = "what [siteType] at:int [level:int]", "the number of the kind of piece on a site; 0 if it is empty";
    Who: "int" = "who [siteType] at:int [level:int]", "the number of the owner of the piece on a site; 0 if it is empty";
    TrackSiteEndSite: "int" = "trackSite EndSite [byPlayer | roleType] [string]", "the last site of a track";
    TrackSiteMove: "int" = "trackSite Move [from:int] [roleType | byPlayer | string] steps:int", "the site a number of steps along a track";
    TrackSiteFirstSite: "int" = "trackSite FirstSite [byPlayer | roleType] [string] [from:int] [if:boolean]", "the first site of a track that meets a condition";
    MatchScore: "int" = "matchScore roleType", "a player's score in the match";
    PathExtent: "int" = "pathExtent [int] [int | sites]", "the width or height of the longest coloured path at a site";
    SizeTerritory: "int" = "size Territory [siteType] (roleType | byPlayer) [absoluteDirection]", "the number of empty sites that only one player can reach";
    SizeGroup: "int" = "size Group [siteType] at:int [direction] [if:boolean]", "the number of sites in the group at a site";
    SizeLargePiece: "int" = "size LargePiece [siteType] (in:sites | at:int)", "the number of sites that a large piece covers";
    SizeStack: "int" = "size Stack [siteType] [in:sites | at:int]", "the number of pieces in a stack";
    SizeArray: "int" = "size Array ints", "the number of values in a list";
    CardTrumpSuit: "int" = "card TrumpSuit", "the trump suit";
    CardSite: "int" = "card cardSiteType at:int [level:int]", "the rank, suit or trump value of the card at a site";
    CountComponent: "int" = "count countComponentType [siteType] [roleType | of:int] [string] [in:sites] [if:boolean]", "the number of pieces, or the sum of the dice";
    CountGroups: "int" = "count countGroupsType [siteType] [direction] [if:boolean] [min:int] [isVisible:boolean]", "the number of groups, or the size of the largest";
    CountSitesPlatformBelow: "int" = "count SitesPlatformBelow [siteType] [int] roleType", "the number of sites below a site that a player occupies";
    CountValue: "int" = "count Value int in:ints", "how often a value is in a list";
    CountStack: "int" = "count Stack [stackDirection] [siteType] (at:int | to:sites) [if:boolean] [stop:boolean]", "the number of pieces in stacks that meet a condition";
    CountSimple: "int" = "count countSimpleType [siteType]", "a count for the game as a whole, such as its moves so far";
    CountSite: "int" = "count [countSiteType] [siteType] [in:sites | at:int | string]", "the number of sites of some kind, or of pieces on them";
    CountStepsOnTrack: "int" = "count StepsOnTrack [roleType | byPlayer | string] [int] [int]", "the number of steps between two sites of a track";
    CountSteps: "int" = "count Steps [siteType] [relationType] [effect] [newRotation:int] int (int | sites)", "the number of steps between two sites";
    CountLiberties: "int" = "count Liberties [siteType] [at:int] [direction] [if:boolean]", "the number of free neighbours of the group at a site";
    CountSizeBiggestLine: "int" = "count SizeBiggestLine [siteType] [absoluteDirection] [if:boolean]", "the length of the longest line";
    CountSizeBiggestGroup: "int" = "countSizeBiggestGroup [siteType] [direction] [if:boolean | isVisible:boolean]", "the number of sites in the largest group";
    IntMod: "int" = "% int int", "the remainder of a division";
    IntMulList: "int" = "* ({int} | ints)", "the product of a list";
    IntMul: "int" = "* int int", "the product of two numbers";
    IntAddList: "int" = "+ ({int} | ints)", "the sum of a list";
    IntAdd: "int" = "+ int int", "the sum of two numbers";
    IntSub: "int" = "- [int] int", "the difference of two numbers, or the negative of one";
    IntDiv: "int" = "/ int int", "the integer part of a quotient";
    IntPow: "int" = "^ int int", "the first number to the power of the second";
    IntAbs: "int" = "abs int", "the absolute value of a number";
    IntIf: "int" = "if boolean int int", "a number that depends on a condition";
    IntMaxList: "int" = "max ints", "the greatest of a list";
    IntMax: "int" = "max int int", "the greater of two numbers";
    IntMinList: "int" = "min ints", "the smallest of a list";
    IntMin: "int" = "min int int", "the smaller of two numbers";
    Value: "int" = "value", "the current value in a loop over values";
    ValuePiece: "int" = "value Piece [siteType] at:int [level:int]", "the value of the piece at a site";
    ValuePlayer: "int" = "value Player (int | roleType)", "a player's value";
    ValueSimple: "int" = "value valueSimpleType", "the limit of moves or turns, or the value marked for this turn";
    ValueRandom: "int" = "value Random range", "a random number in a range";
    WhereLevelSite: "int" = "where Level int [siteType] at:int [fromTop:boolean]", "the level at which a kind of piece, by its number, stands in a stack";
    WhereLevel: "int" = "where Level string (int | roleType) [state:int] [siteType] at:int [fromTop:boolean]", "the level at which a kind of piece, by its name, stands in a stack";
    WhereSite: "int" = "where int [siteType]", "the first site where a kind of piece, by its number, stands";
    Where: "int" = "where string (int | roleType) [state:int] [siteType]", "the first site where a kind of piece, by its name, stands";
    Ahead: "int" = "ahead [siteType] int [steps:int] [direction]", "the site a number of steps away in a direction";
    ArrayValue: "int" = "arrayValue ints index:int", "one value of a list, by its index";
    IdName: "int" = "id string", "the number of a kind of piece, by its full name";
    Id: "int" = "id [string] roleType", "the number of a player, or of a player's kind of piece";
    PhaseOf: "int" = "phase [siteType] of:int", "the phase of a site: its colour when neighbouring sites are coloured differently";
    CentrePoint: "int" = "centrePoint [siteType]", "the site in the middle of the board";
    Column: "int" = "column [siteType] of:int", "the column of a site";
    CoordRowColumn: "int" = "coord [siteType] row:int column:int", "the site in a row and a column";
    Coord: "int" = "coord [siteType] string", "the site with a coordinate";
    Cost: "int" = "cost [siteType] (at:int | in:sites)", "the cost of a site, or of a set of sites";
    HandSite: "int" = "handSite (int | roleType) [int]", "a site of a player's hand";
    Layer: "int" = "layer of:int [siteType]", "the layer of a site";
    MapEntry: "int" = "mapEntry [string] (int | roleType)", "the value that a map gives for a key";
    RegionSite: "int" = "regionSite sites index:int", "one site of a region, by its index";
    Row: "int" = "row [siteType] of:int", "the row of a site";
    ToInt: "int" = "toInt (boolean | float)", "a Boolean or floating-point value as an integer";
    // ---- graph
    Clip: "graph" = "clip graph poly", "the part of a graph inside a polygon";
    Complete: "graph" = "complete graph [eachCell:boolean]", "a graph with every vertex, or those of each cell, joined to every other";
    Dual: "graph" = "dual graph", "the graph with a vertex for each cell, neighbours joined";
    Hole: "graph" = "hole graph poly", "a graph with the cells inside a polygon made one empty hole";
    GraphIntersectList: "graph" = "intersect {graph}", "the common part of all these graphs";
    GraphIntersect: "graph" = "intersect graph graph", "the common part of two graphs";
    Keep: "graph" = "keep graph poly", "the vertices of a graph inside a polygon, and the edges between them";
    Layers: "graph" = "layers dim graph", "copies of a graph, one above the other";
    MakeFaces: "graph" = "makeFaces graph", "a graph with its faces computed again";
    MergeList: "graph" = "merge {graph} [connect:boolean]", "graphs laid over each other, with vertices at the same place merged";
    Merge: "graph" = "merge graph graph [connect:boolean]", "two graphs laid over each other, with vertices at the same place merged";
    GraphAdd: "graph" = "add [graph] [vertices:{{float}}] [edges:{{{float}}} | edges:{{dim}}] [edgesCurved:{{{float}}}] [cells:{{{float}}} | cells:{{dim}}] [connect:boolean]", "a graph with vertices, edges or cells added";
    GraphRemovePoly: "graph" = "remove graph poly [trimEdges:boolean]", "a graph without the part inside a polygon";
    GraphRemove: "graph" = "remove graph [cells:{{{float}}} | cells:{dim}] [edges:{{{float}}} | edges:{{dim}}] [vertices:{{float}} | vertices:{dim}] [trimEdges:boolean]", "a graph without some cells, edges or vertices";
    GraphUnionList: "graph" = "union {graph} [connect:boolean]", "graphs side by side in one, without merging vertices";
    GraphUnion: "graph" = "union graph graph [connect:boolean]", "two graphs side by side in one, without merging vertices";
    Recoordinate: "graph" = "recoordinate [siteType] [siteType] [siteType] graph", "a graph with new coordinates";
    Renumber: "graph" = "renumber [siteType] [siteType] [siteType] graph", "a graph whose sites are renumbered from the bottom and from the left";
    Rotate: "graph" = "rotate float graph", "a graph turned by an angle in degrees";
    Scale: "graph" = "scale float [float] [float] graph", "a graph stretched";
    Shift: "graph" = "shift float float [float] graph", "a graph moved";
    Skew: "graph" = "skew float graph", "a graph sheared";
    SplitCrossings: "graph" = "splitCrossings graph", "a graph with a vertex wherever edges cross";
    Subdivide: "graph" = "subdivide graph [min:dim]", "a graph whose large cells are divided from their centre";
    Trim: "graph" = "trim graph", "a graph without loose vertices and dead ends";
    TriPoly: "graph" = "tri (poly | {dim})", "a board of triangles, cut out by a polygon or by the lengths of its sides";
    Tri: "graph" = "tri [triShapeType] dim [dim]", "a board of triangles";
    Quadhex: "graph" = "quadhex dim [thirds:boolean]", "a hexagon made of three fields of squares";
    CelticPoly: "graph" = "celtic (poly | {dim})", "a board of a Celtic knot, cut out by a polygon or by the lengths of its sides";
    Celtic: "graph" = "celtic dim [dim]", "a board of a Celtic knot";
    HexPoly: "graph" = "hex (poly | {dim})", "a board of hexagons, cut out by a polygon or by the lengths of its sides";
    Hex: "graph" = "hex [hexShapeType] dim [dim]", "a board of hexagons";
    Tiling: "graph" = "tiling tilingType dim [dim]", "a board of a semi-regular tiling";
    TilingPoly: "graph" = "tiling tilingType (poly | {dim})", "a board of a semi-regular tiling, cut out by a polygon or by the lengths of its sides";
    Brick: "graph" = "brick [brickShapeType] dim [dim] [trim:boolean]", "a board laid out like bricks";
    SquarePoly: "graph" = "square (poly | {dim}) [diagonals:diagonalsType]", "a board of squares, cut out by a polygon or by the lengths of its sides";
    Square: "graph" = "square [squareShapeType] dim [diagonals:diagonalsType | pyramidal:boolean]", "a board of squares";
    Concentric: "graph" = "concentric (concentricShapeType | sides:dim | {dim}) [rings:dim] [steps:dim] [midpoints:boolean] [joinMidpoints:boolean] [joinCorners:boolean] [stagger:boolean]", "a board of rings within rings";
    Rectangle: "graph" = "rectangle dim [dim] [diagonals:diagonalsType]", "a board of squares with different width and height";
    RegularBasis: "graph" = "regular basisType shapeType dim [dim]", "a board of a given tiling in a given shape";
    Regular: "graph" = "regular [Star] dim", "a regular polygon or a star";
    Repeat: "graph" = "repeat dim dim step:{{float}} (poly | {poly})", "a polygon repeated side by side";
    Spiral: "graph" = "spiral turns:dim sites:dim [clockwise:boolean]", "a board that winds outward from its centre";
    Wedge: "graph" = "wedge dim [dim]", "a triangle of lines that fan out from one point";
    GraphExplicit: "graph" = "graph vertices:{{float}} [edges:{{int}}]", "a graph given vertex by vertex and edge by edge";
    GraphEmpty: "graph" = "graph", "a graph with nothing in it";
    GraphOf: "graph" = "graph graph", "the same graph";
    // ---- dim
    DimMulList: "dim" = "* {dim}", "the product of a list, known before play";
    DimMul: "dim" = "* dim dim", "the product of two numbers, known before play";
    DimAddList: "dim" = "+ {dim}", "the sum of a list, known before play";
    DimAdd: "dim" = "+ dim dim", "the sum of two numbers, known before play";
    DimSub: "dim" = "- dim dim", "the difference of two numbers, known before play";
    DimDiv: "dim" = "/ dim dim", "the integer part of a quotient, known before play";
    DimPow: "dim" = "^ dim dim", "a power, known before play";
    DimAbs: "dim" = "abs dim", "the absolute value of a number, known before play";
    DimMax: "dim" = "max dim dim", "the greater of two numbers, known before play";
    DimMin: "dim" = "min dim dim", "the smaller of two numbers, known before play";
    // ---- boolean
    NoPieces: "boolean" = "no Pieces [siteType] [roleType | of:int] [string] [in:sites]", "whether a player has no pieces";
    NoMoves: "boolean" = "no Moves roleType", "whether a player has no legal move";
    WasPass: "boolean" = "was Pass", "whether the last move was a pass";
    PuzzleAllDifferent: "boolean" = "all Different [siteType] [sites] [except:int | excepts:{int}]", "puzzle: whether all values of a region differ";
    PuzzleIsPuzzleRegionResult: "boolean" = "is isPuzzleRegionResultType [siteType] [sites] [of:int] [string] int", "puzzle: whether a region's count or sum is a given number";
    PuzzleIsUnique: "boolean" = "is Unique [siteType]", "puzzle: whether no two rows or columns are alike";
    PuzzleIsSolved: "boolean" = "is Solved", "puzzle: whether it is solved";
    ForAll: "boolean" = "forAll puzzleElementType boolean", "puzzle: whether something holds for all cells, edges, vertices or hints";
    AllSites: "boolean" = "all allSitesType sites if:boolean", "whether a condition holds for all sites of a set, or values differ on all";
    AllValues: "boolean" = "all Values ints if:boolean", "whether a condition holds for all values of a list";
    AllSimple: "boolean" = "all allSimpleType", "whether all dice show the same, all dice are used, or all players passed";
    AllGroups: "boolean" = "all Groups [siteType] [direction] [of:boolean] if:boolean", "whether a condition holds for all groups";
    IsCrossing: "boolean" = "is Crossing int int", "whether two edges cross";
    IsSimple: "boolean" = "is isSimpleType", "whether the board is full, a value is pending, or the game is in a cycle";
    IsTriggered: "boolean" = "is Triggered string (int | roleType)", "whether a named event has happened for a player";
    IsString: "boolean" = "is isStringType string", "whether something has been proposed, or decided";
    IsGraph: "boolean" = "is isGraphType siteType", "whether the last move left, or reached, a site of this kind";
    IsInteger: "boolean" = "is isIntegerType [int]", "whether a number or a site has some property, such as being even";
    IsHidden: "boolean" = "is Hidden [hiddenData] [siteType] at:int [level:int] (to:byPlayer | to:roleType)", "whether something of a site is hidden from a player";
    IsRepeat: "boolean" = "is Repeat [repetitionType] [times:int]", "whether the position has occurred before, or a number of times (`times` is an extension of Ludarium)";
    IsPattern: "boolean" = "is Pattern {stepType} [siteType] [from:int] [what:int | whats:{int}]", "whether a pattern is on the board";
    IsTree: "boolean" = "is isTreeType (byPlayer | roleType)", "whether a player's edges form a tree of this kind";
    IsRegularGraph: "boolean" = "is RegularGraph (byPlayer | roleType) [k:int] [odd:boolean] [even:boolean]", "whether every vertex has the same number of a player's edges";
    IsPlayer: "boolean" = "is isPlayerType (int | roleType)", "whether a player is the mover, the next, active, a friend or an enemy";
    IsLoop: "boolean" = "is Loop [siteType] [surround:roleType | {roleType}] [direction] [int] [int | sites] [path:boolean]", "whether a loop has been closed";
    IsPath: "boolean" = "is Path siteType [from:int] (byPlayer | roleType) length:range [closed:boolean]", "whether there is a path of a given length";
    IsSite: "boolean" = "is isSiteType [siteType] int", "whether a site is empty, or occupied";
    IsIn: "boolean" = "is In [int | {int}] (sites | ints)", "whether a number is in a list, or a site in a set";
    IsAngle: "boolean" = "is isAngleType [siteType] at:int boolean boolean", "whether two sites, one for each condition, form an angle of this kind at a site";
    IsComponent: "boolean" = "is isComponentType [int] [siteType] [at:int | in:sites] [moves]", "whether a piece is threatened, or within a set of sites";
    IsRelated: "boolean" = "is Related relationType [siteType] int (int | sites)", "whether two sites have this relation";
    IsTarget: "boolean" = "is Target [int | string] {int} [int | {int}]", "whether the pieces match a target position";
    IsConnect: "boolean" = "is isConnectType [int] [siteType] [at:int] [direction] ({sites} | roleType | regionTypeStatic)", "whether a player's pieces connect regions, or can no longer do so";
    IsLine: "boolean" = "is Line [siteType] int [absoluteDirection] [through:int | throughAny:sites] [roleType | what:int | whats:{int}] [exact:boolean] [contiguous:boolean] [if:boolean] [byLevel:boolean] [top:boolean] [throughHowMuch:int] [isVisible:boolean] [useOpposites:boolean]", "whether there is a line of a given length";
    CanMove: "boolean" = "can Move moves", "whether any of these moves is possible";
    NeSites: "boolean" = "!= sites sites", "whether two sets of sites differ";
    Ne: "boolean" = "!= int (int | roleType)", "whether two numbers differ";
    Lt: "boolean" = "< int int", "whether the first number is smaller";
    Le: "boolean" = "<= int int", "whether the first number is smaller, or both are equal";
    EqSites: "boolean" = "= sites sites", "whether two sets of sites are the same";
    Eq: "boolean" = "= int (int | roleType)", "whether two numbers are equal";
    Gt: "boolean" = "> int int", "whether the first number is greater";
    Ge: "boolean" = ">= int int", "whether the first number is greater, or both are equal";
    BoolIf: "boolean" = "if boolean boolean [boolean]", "a Boolean that depends on a condition";
    BoolAndList: "boolean" = "and {boolean}", "whether all of these hold";
    BoolAnd: "boolean" = "and boolean boolean", "whether both hold";
    BoolOrList: "boolean" = "or {boolean}", "whether any of these holds";
    BoolOr: "boolean" = "or boolean boolean", "whether either holds";
    BoolNot: "boolean" = "not boolean", "whether it does not hold";
    BoolXor: "boolean" = "xor boolean boolean", "whether exactly one of the two holds";
    ToBool: "boolean" = "toBool (int | float)", "whether a number is not 0";
    // ---- range
    Exact: "range" = "exact int", "the range of one number";
    RangeMax: "range" = "max int", "the range from 0 up to a number";
    RangeMin: "range" = "min int", "the range from a number up";
    Range: "range" = "range int [int]", "the range from one number to another, both included";
    // ---- ints
    SizesGroup: "ints" = "sizes Group [siteType] [direction] [roleType | of:int | if:boolean] [min:int]", "the sizes of all groups";
    Rotations: "rotations" = "rotations (absoluteDirection | {absoluteDirection})", "the turns that point in these directions";
    Team: "ints" = "team", "the numbers of the players in the current team of a loop over teams";
    ValuesRemembered: "ints" = "values Remembered [string]", "a remembered list";
    IntsPlayersMany: "ints" = "players playersManyType [of:int] [if:boolean]", "the numbers of the players related to one, such as the enemies";
    IntsPlayersTeam: "ints" = "players playersTeamType [if:boolean]", "the numbers of the players of a team";
    IntsDifference: "ints" = "difference ints (ints | int)", "the values of the first list that are not in the second";
    IntsIf: "ints" = "if boolean ints [ints]", "a list that depends on a condition";
    IntsIntersectionList: "ints" = "intersection {ints}", "the values that are in all these lists";
    IntsIntersection: "ints" = "intersection ints ints", "the values that are in both lists";
    IntsUnionList: "ints" = "union {ints}", "the values of all these lists";
    IntsUnion: "ints" = "union ints ints", "the values of both lists";
    Results: "ints" = "results (from:int | from:sites) (to:int | to:sites) int", "the values of a function for each pair of an origin and a destination";
    Array: "ints" = "array {int}", "a list of numbers";
    ArraySites: "ints" = "array sites", "the numbers of a set of sites as a list";
    // ---- direction
    DirectionsAbsolute: "direction" = "directions (absoluteDirection | {absoluteDirection})", "absolute directions, the same for all players";
    DirectionsRelative: "direction" = "directions [relativeDirection | {relativeDirection}] [of:relationType] [bySite:boolean]", "directions relative to the facing of a piece";
    DirectionsBetween: "direction" = "directions siteType from:int to:int", "the direction from one site to another";
    DirectionsRandom: "direction" = "directions Random direction num:int", "some of the directions, chosen at random";
    DirectionsDifference: "direction" = "difference direction direction", "the directions of the first set that are not in the second";
    DirectionsIf: "direction" = "if boolean direction direction", "directions that depend on a condition";
    DirectionsUnion: "direction" = "union direction direction", "the directions of both sets";
    // ---- float
    FloatCos: "float" = "cos float", "the cosine";
    FloatExp: "float" = "exp float", "the exponential function";
    FloatMulList: "float" = "* {float}", "the product of a list of floating-point numbers";
    FloatMul: "float" = "* float float", "the product of two floating-point numbers";
    FloatAddList: "float" = "+ {float}", "the sum of a list of floating-point numbers";
    FloatAdd: "float" = "+ float float", "the sum of two floating-point numbers";
    FloatSub: "float" = "- float float", "the difference of two floating-point numbers";
    FloatDiv: "float" = "/ float float", "the quotient of two floating-point numbers";
    FloatPow: "float" = "^ float float", "a power of floating-point numbers";
    FloatAbs: "float" = "abs float", "the absolute value of a floating-point number";
    FloatMaxList: "float" = "max {float}", "the greatest of a list of floating-point numbers";
    FloatMax: "float" = "max float float", "the greater of two floating-point numbers";
    FloatMinList: "float" = "min {float}", "the smallest of a list of floating-point numbers";
    FloatMin: "float" = "min float float", "the smaller of two floating-point numbers";
    FloatLog: "float" = "log float", "the natural logarithm";
    FloatLogTen: "float" = "log10 float", "the logarithm to base 10";
    FloatSin: "float" = "sin float", "the sine";
    FloatSqrt: "float" = "sqrt float", "the square root";
    FloatTan: "float" = "tan float", "the tangent";
    ToFloat: "float" = "toFloat (boolean | int)", "a Boolean or an integer as a floating-point number";
    // ---- score
    EndScore: "score" = "score roleType int", "the score that a player gets at the end";
    // ---- payoff
    Payoff: "payoff" = "payoff roleType float", "the payoff that a player gets";
    // ---- pairCount
    PairCount: "pairCount" = "count string int", "a kind of piece and its count";
    // ---- pair
    PairStringString: "pair" = "pair string string", "a key and a value, both names";
    PairRoleRole: "pair" = "pair roleType roleType", "a player as key, a player as value";
    PairRoleInt: "pair" = "pair roleType int", "a player as key, a number as value";
    PairIntInt: "pair" = "pair int int", "a key and a value, both numbers";
    PairStringRole: "pair" = "pair string roleType", "a name as key, a player as value";
    PairRoleLandmark: "pair" = "pair roleType landmarkType", "a player as key, a landmark of the board as value";
    PairRoleString: "pair" = "pair roleType string", "a player as key, a coordinate as value";
    PairIntString: "pair" = "pair int string", "a number as key, a coordinate as value";
    // ---- poly
    PolyDim: "poly" = "poly {{dim}} [rotns:int]", "a polygon given by its corners, in integers";
    Poly: "poly" = "poly {{float}} [rotns:int]", "a polygon given by its corners";
    // ---- deckCard
    DeckCard: "deckCard" = "card cardType rank:int value:int [trumpRank:int] [trumpValue:int] [biased:int]", "a card of each suit, with its rank and value";
    // ---- hint
    HintSite: "hint" = "hint int [int]", "a hint for one site";
    HintRegion: "hint" = "hint {int} [int]", "a hint for a region";
    // ---- values
    Values: "values" = "values siteType range", "the range of values that sites of a kind may take";
    // ---- flips
    Flips: "flips" = "flips int int", "the two states between which a piece flips";
    // ---- between
    Between: "between" = "between [before:int] [range] [after:int] [if:boolean] [trail:int] [apply]", "what must stand between, and an effect on it";
    // ---- from
    From: "from" = "from [siteType] [sites | int] [level:int] [if:boolean]", "which sites a move may leave";
    // ---- withPiece
    WithPiece: "withPiece" = "piece (string | int | {string} | {int}) [state:int]", "which kind of piece, and in what state";
    // ---- byPlayer
    ByPlayer: "byPlayer" = "player int", "a player, by number";
    // ---- to
    To: "to" = "to [siteType] [sites | int] [level:int] [rotations] [if:boolean] [apply]", "which sites a move may reach, and an effect there";
}
