//! Networks that were trained elsewhere, as guides of our search.

use std::collections::HashMap;
use std::fmt;

use ludarium_agents::Guide;
use ludarium_engine::{Move, View};
use safetensors::tensor::{Dtype, SafeTensors, TensorView};

use crate::encoding::{ActionSpace, ObservationOptions, Planes};
use crate::Game;

/// A network of dense layers: from what the player to move sees to a number for each action and
/// the expected result. It is trained elsewhere, for instance in JAX or PyTorch.
///
/// The input is the planes and then the scalars of an observation ([`Planes`]). It goes through
/// any number of layers `trunk.0`, `trunk.1`, ..., each `max(0, W x + b)`; the layer `policy`
/// then gives a number for each action ([`ActionSpace::audited`]), of which the softmax over the
/// legal ones is taken, and the layer `value` one number, whose hyperbolic tangent is the
/// expected utility of the player to move, from -1 to 1.
///
/// A file is in the [safetensors](https://huggingface.co/docs/safetensors) format. Each layer has
/// two tensors of 32-bit floats, as PyTorch's `Linear` names them: `trunk.0.weight` of the shape
/// (outputs, inputs), and `trunk.0.bias` of the shape (outputs). The metadata has `format`:
/// `ludarium-dense-1`, and `relative`: whether the players are named from the viewer's seat in the
/// observations ([`ObservationOptions::relative`]), `true` or `false`; all other options are at
/// their defaults.
///
/// ```
/// use std::sync::Arc;
/// use ludarium::network::{Network, Tensor};
/// use ludarium::{Budget, Game, Player};
///
/// let game = Game::builtin("tic-tac-toe")?;
/// // A network without layers between, and with zeros for weights, likes all moves alike.
/// let (inputs, actions) = Network::ends(&game, true)?;
/// let zeros = |shape: &[usize]| Tensor {
///     shape: shape.to_vec(),
///     values: vec![0.0; shape.iter().product()],
/// };
/// let network = Network::new(&game, true, [
///     ("policy.weight".to_owned(), zeros(&[actions, inputs])),
///     ("policy.bias".to_owned(), zeros(&[actions])),
///     ("value.weight".to_owned(), zeros(&[1, inputs])),
///     ("value.bias".to_owned(), zeros(&[1])),
/// ])?;
/// let network = Network::from_bytes(&game, &network.to_bytes())?;
/// let mut player = Player::guided(Arc::new(network), 1);
/// let position = game.start_seeded(1);
/// let mv = player.best_move(&position, Budget::nodes(100))?;
/// assert!(position.legal_moves().contains(&mv));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Network {
    planes: Planes,
    space: ActionSpace,
    trunk: Vec<Dense>,
    policy: Dense,
    value: Dense,
}

/// Numbers in the order of rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// The lengths of the dimensions.
    pub shape: Vec<usize>,
    /// The numbers.
    pub values: Vec<f32>,
}

/// Why tensors or bytes are no network for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkError(String);

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NetworkError {}

/// What the metadata of a file calls its format.
const FORMAT: &str = "ludarium-dense-1";

/// A layer: the weights by input, so that inputs of zero cost nothing.
struct Dense {
    outputs: usize,
    weights: Vec<f32>,
    bias: Vec<f32>,
}

impl Dense {
    fn inputs(&self) -> usize {
        self.weights.len() / self.outputs.max(1)
    }

    fn forward(&self, input: &[f32]) -> Vec<f32> {
        let mut output = self.bias.clone();
        for (x, row) in input.iter().zip(self.weights.chunks_exact(self.outputs)) {
            if *x != 0.0 {
                output.iter_mut().zip(row).for_each(|(y, w)| *y += x * w);
            }
        }
        output
    }

    /// One of the outputs alone.
    fn output(&self, input: &[f32], index: usize) -> f32 {
        let weights = self.weights.iter().skip(index).step_by(self.outputs);
        let sum: f32 = input.iter().zip(weights).map(|(x, w)| x * w).sum();
        sum + self.bias[index]
    }

    /// The weights and the bias as they are in files.
    fn tensors(&self) -> (Tensor, Tensor) {
        let (inputs, outputs) = (self.inputs(), self.outputs);
        let by_output = (0..outputs).flat_map(|output| {
            let column = self.weights.iter().skip(output).step_by(outputs);
            column.copied()
        });
        let weights = Tensor {
            values: by_output.collect(),
            shape: vec![outputs, inputs],
        };
        let bias = Tensor {
            values: self.bias.clone(),
            shape: vec![outputs],
        };
        (weights, bias)
    }
}

/// The tensors of a network that have not been used yet.
struct Unused(HashMap<String, Tensor>);

impl Unused {
    fn take(&mut self, name: &str, shape: &[Option<usize>]) -> Result<Tensor, NetworkError> {
        let tensor = self.0.remove(name);
        let tensor = tensor.ok_or_else(|| NetworkError(format!("there is no tensor {name}")))?;
        let fits = tensor.shape.len() == shape.len()
            && tensor
                .shape
                .iter()
                .zip(shape)
                .all(|(own, wanted)| wanted.is_none_or(|it| it == *own));
        if !fits || tensor.values.len() != tensor.shape.iter().product::<usize>() {
            let wanted: Vec<String> = shape
                .iter()
                .map(|length| length.map_or("any".to_owned(), |length| length.to_string()))
                .collect();
            return Err(NetworkError(format!(
                "{name} has the shape {:?}; for this game it is ({})",
                tensor.shape,
                wanted.join(", ")
            )));
        }
        match tensor.values.iter().all(|value| value.is_finite()) {
            true => Ok(tensor),
            false => Err(NetworkError(format!(
                "{name} has numbers that are not finite"
            ))),
        }
    }

    fn layer(
        &mut self,
        name: &str,
        inputs: usize,
        outputs: Option<usize>,
    ) -> Result<Dense, NetworkError> {
        let weights = self.take(&format!("{name}.weight"), &[outputs, Some(inputs)])?;
        let outputs = weights.shape[0];
        let bias = self.take(&format!("{name}.bias"), &[Some(outputs)])?;
        let by_input = (0..inputs).flat_map(|input| {
            let row = weights.values.iter().skip(input).step_by(inputs);
            row.copied()
        });
        Ok(Dense {
            outputs,
            weights: by_input.collect(),
            bias: bias.values,
        })
    }
}

impl Network {
    /// The numbers of inputs and actions of a network for a game.
    ///
    /// # Errors
    /// If the game has too many actions.
    pub fn ends(game: &Game, relative: bool) -> Result<(usize, usize), NetworkError> {
        let (planes, space) = encodings(game, relative)?;
        Ok((planes.len() + planes.scalar_names().len(), space.size()))
    }

    /// A network of the tensors that a file would have, by their names.
    ///
    /// # Errors
    /// If a tensor is missing, has another shape than the game asks for, or holds a number that is
    /// not finite; or if there is one too many.
    pub fn new(
        game: &Game,
        relative: bool,
        tensors: impl IntoIterator<Item = (String, Tensor)>,
    ) -> Result<Network, NetworkError> {
        let (planes, space) = encodings(game, relative)?;
        let mut unused = Unused(tensors.into_iter().collect());
        let mut width = planes.len() + planes.scalar_names().len();
        let mut trunk = Vec::new();
        while unused
            .0
            .contains_key(&format!("trunk.{}.weight", trunk.len()))
        {
            let layer = unused.layer(&format!("trunk.{}", trunk.len()), width, None)?;
            width = layer.outputs;
            trunk.push(layer);
        }
        let network = Network {
            policy: unused.layer("policy", width, Some(space.size()))?,
            value: unused.layer("value", width, Some(1))?,
            planes,
            space,
            trunk,
        };
        let mut left: Vec<&String> = unused.0.keys().collect();
        left.sort();
        match left.first() {
            Some(name) => Err(NetworkError(format!("{name} belongs to no layer"))),
            None => Ok(network),
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If the bytes are damaged or of another format, and as [`Network::new`].
    pub fn from_bytes(game: &Game, bytes: &[u8]) -> Result<Network, NetworkError> {
        let damaged = |error: safetensors::SafeTensorError| {
            NetworkError(format!("this is no file of safetensors: {error}"))
        };
        let (_, metadata) = SafeTensors::read_metadata(bytes).map_err(damaged)?;
        let about = metadata.metadata().clone().unwrap_or_default();
        let format = about.get("format").map_or("nothing", String::as_str);
        if format != FORMAT {
            let why = format!("the metadata says {format:?} of the format, not {FORMAT:?}");
            return Err(NetworkError(why));
        }
        let relative = match about.get("relative").map(String::as_str) {
            Some("true") => true,
            Some("false") => false,
            _ => {
                let why = "the metadata says `relative`, \"true\" or \"false\"";
                return Err(NetworkError(why.to_owned()));
            }
        };
        let file = SafeTensors::deserialize(bytes).map_err(damaged)?;
        let tensors = file.iter().map(|(name, view)| {
            if view.dtype() != Dtype::F32 {
                let why = format!("{name} holds {:?}, not F32", view.dtype());
                return Err(NetworkError(why));
            }
            let chunks = view.data().chunks_exact(4);
            let values =
                chunks.map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]));
            let tensor = Tensor {
                shape: view.shape().to_vec(),
                values: values.collect(),
            };
            Ok((name.to_owned(), tensor))
        });
        let tensors: Vec<(String, Tensor)> = tensors.collect::<Result<_, _>>()?;
        Network::new(game, relative, tensors)
    }

    /// The tensors by the names that they have in files.
    #[must_use]
    pub fn tensors(&self) -> Vec<(String, Tensor)> {
        let trunk = self.trunk.iter().enumerate();
        let trunk = trunk.map(|(number, layer)| (format!("trunk.{number}"), layer));
        let heads = [("policy", &self.policy), ("value", &self.value)];
        let heads = heads.map(|(name, layer)| (name.to_owned(), layer));
        let both = trunk.chain(heads).flat_map(|(name, layer)| {
            let (weights, bias) = layer.tensors();
            [
                (format!("{name}.weight"), weights),
                (format!("{name}.bias"), bias),
            ]
        });
        both.collect()
    }

    /// The bytes of a file that [`Network::from_bytes`] reads.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let stored = self.tensors().into_iter().map(|(name, tensor)| {
            let bytes = tensor.values.iter().flat_map(|value| value.to_le_bytes());
            (name, tensor.shape, bytes.collect::<Vec<u8>>())
        });
        let stored: Vec<(String, Vec<usize>, Vec<u8>)> = stored.collect();
        let views = stored.iter().filter_map(|(name, shape, bytes)| {
            let view = TensorView::new(Dtype::F32, shape.clone(), bytes).ok()?;
            Some((name.as_str(), view))
        });
        let about = HashMap::from([
            ("format".to_owned(), FORMAT.to_owned()),
            ("relative".to_owned(), self.is_relative().to_string()),
        ]);
        // Names and shapes are those of a network, which fit.
        safetensors::serialize(views, Some(about)).unwrap_or_default()
    }

    /// Whether players are named from the viewer's seat in what it sees.
    #[must_use]
    pub fn is_relative(&self) -> bool {
        self.planes.options().relative
    }

    /// The game that it plays.
    #[must_use]
    pub fn game(&self) -> &Game {
        self.planes.game()
    }

    /// What the network says of a position, for the player of the view: the outputs for the legal
    /// moves, and the expected utility from -1 to 1.
    fn outputs(&self, view: &View<'_>, legal: &[Move]) -> (Vec<f32>, f32) {
        let planes = self.planes.len();
        let mut input = vec![0.0; planes + self.planes.scalar_names().len()];
        let (sites, scalars) = input.split_at_mut(planes);
        self.planes.write_view(view, sites, scalars);
        for layer in &self.trunk {
            input = layer.forward(&input);
            input.iter_mut().for_each(|x| *x = x.max(0.0));
        }
        let value = self.value.output(&input, 0).tanh();
        let mut actions = Vec::new();
        let policy = match self.space.encode(legal, &mut actions) {
            Ok(()) => {
                let output = |action: &u32| self.policy.output(&input, *action as usize);
                actions.iter().map(output).collect()
            }
            // A move that the audit of the actions did not meet: all are as likely as each other.
            Err(_) => vec![0.0; legal.len()],
        };
        (policy, value)
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let widths: Vec<usize> = self.trunk.iter().map(|layer| layer.outputs).collect();
        f.debug_struct("Network")
            .field("game", &self.game().name())
            .field("trunk", &widths)
            .finish_non_exhaustive()
    }
}

impl Guide for Network {
    fn assess(&self, view: &View<'_>, legal: &[Move], priors: &mut Vec<f32>) -> f32 {
        let (policy, value) = self.outputs(view, legal);
        let most = policy.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        priors.clear();
        priors.extend(policy.iter().map(|output| (output - most).exp()));
        let sum: f32 = priors.iter().sum();
        priors
            .iter_mut()
            .for_each(|prior| *prior /= sum.max(f32::MIN_POSITIVE));
        (value + 1.0) / 2.0
    }
}

fn encodings(game: &Game, relative: bool) -> Result<(Planes, ActionSpace), NetworkError> {
    let options = ObservationOptions {
        relative,
        ..ObservationOptions::default()
    };
    let space = ActionSpace::audited(game);
    let space = space.map_err(|error| NetworkError(error.to_string()))?;
    Ok((Planes::new(game, options), space))
}
