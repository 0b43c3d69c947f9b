//! Tests of a net that can be worked out by hand, of a net of the greatest size, and of files that are no nets.

use net::{HIDDEN, INPUTS, Net, NetError, Space, WIDTH};

/// A layer: weights as the file has them, biases, factors, shift.
struct Layer {
    weights: Vec<i8>,
    bias: Vec<i32>,
    factor: Vec<i32>,
    shift: u8,
}

fn file(sizes: &[u32], shifts: &[u8], layers: &[Layer]) -> Vec<u8> {
    let mut file = b"cardnet1".to_vec();
    file.extend(3u32.to_le_bytes());
    file.extend([7; 32]);
    file.extend((layers.len() as u32).to_le_bytes());
    sizes.iter().for_each(|size| file.extend(size.to_le_bytes()));
    file.extend(shifts);
    for Layer { weights, bias, factor, shift } in layers {
        file.extend(weights.iter().map(|weight| *weight as u8));
        bias.iter().chain(factor).for_each(|number| file.extend(number.to_le_bytes()));
        file.push(*shift);
    }
    file
}

/// Returns the file of a net with two inputs, two hidden numbers and one output.
fn small() -> Vec<u8> {
    file(
        &[2, 2, 1],
        &[1, 0],
        &[
            Layer { weights: vec![3, -4, 5, 6], bias: vec![10, -2], factor: vec![2, 4], shift: 1 },
            Layer { weights: vec![-7, 2], bias: vec![1], factor: vec![3], shift: 2 },
        ],
    )
}

#[test]
fn a_small_net_answers_as_by_hand() {
    let net = Net::read(&small()).unwrap();
    assert_eq!((net.inputs(), net.outputs(), net.observation_version(), net.run()), (2, 1, 3, &[7; 32]));
    let mut space = Space::default();
    // Sums: 10 + 2·1·3 − 2·5 = 6, −2 − 2·1·4 − 2·6 = −22. Hidden: 6, 0. Last: 1 − 7·6 = −41, and −41·3/4 = −30.75.
    assert_eq!(net.answer(&[1, -2, 99], &mut space), [-31]);
    // Sums: 10 + 5 = 15, −2 + 6 = 4. Hidden: 15, 8. Last: 1 − 105 + 16 = −88, and −88·3/4 = −66.
    assert_eq!(net.answer(&[0, 1], &mut space), [-66]);
    // Halves go up: sums 10 − 6 − 5 = −1 and −2 + 8 − 6 = 0; hidden 0 and 0; 1·3/4 rounds to 1.
    assert_eq!(net.answer(&[-1, -1], &mut space), [1]);
}

#[test]
fn the_largest_net_stays_within_its_numbers() {
    let (inputs, wide) = (INPUTS as u32, WIDTH as u32);
    let layers = |weight: i8, bias: i32| {
        vec![
            Layer {
                weights: vec![weight; INPUTS * WIDTH],
                bias: vec![bias; WIDTH],
                factor: vec![i32::MAX; WIDTH],
                shift: 1,
            },
            Layer { weights: vec![weight; WIDTH], bias: vec![bias], factor: vec![i32::MAX], shift: 40 },
        ]
    };
    let mut space = Space::default();
    // An overflow would panic, because this build checks arithmetic.
    let least = Net::read(&file(&[inputs, wide, 1], &[7; INPUTS], &layers(-128, -(1 << 29)))).unwrap();
    let sum = -(1i64 << 29) - 128 * i64::from(HIDDEN) * i64::from(wide);
    let answer = (sum * i64::from(i32::MAX) + (1 << 39)) >> 40;
    assert_eq!(least.answer(&[-128; INPUTS], &mut space), [answer as i32]);
    let greatest = Net::read(&file(&[inputs, wide, 1], &[7; INPUTS], &layers(127, 1 << 29))).unwrap();
    let sum = (1i64 << 29) + 127 * i64::from(HIDDEN) * i64::from(wide);
    assert!(sum <= i64::from(i32::MAX));
    let answer = (sum * i64::from(i32::MAX) + (1 << 39)) >> 40;
    assert_eq!(greatest.answer(&[127; INPUTS], &mut space), [answer as i32]);
}

#[test]
fn a_file_that_is_no_net_is_refused() {
    let good = small();
    for end in 0..good.len() {
        let error = Net::read(&good[..end]).unwrap_err();
        assert_eq!(error, if end < 8 { NetError::Format } else { NetError::Short }, "{end} bytes");
    }
    assert_eq!(Net::read(&[&good[..], &[0]].concat()), Err(NetError::Long));
    assert_eq!(Net::read(&[b"cardnet2", &good[8..]].concat()), Err(NetError::Format));
    let with = |place: usize, bytes: &[u8]| {
        let mut file = good.clone();
        file[place..place + bytes.len()].copy_from_slice(bytes);
        Net::read(&file).unwrap_err()
    };
    let (layers, inputs, outputs, shifts) = (44, 48, 56, 60);
    let bias = shifts + 2 + 4;
    assert_eq!(with(layers, &1u32.to_le_bytes()), NetError::Range("number of layers"));
    assert_eq!(with(layers, &u32::MAX.to_le_bytes()), NetError::Range("number of layers"));
    assert_eq!(with(inputs, &0u32.to_le_bytes()), NetError::Range("size of a layer"));
    assert_eq!(with(inputs, &(INPUTS as u32 + 1).to_le_bytes()), NetError::Range("size of a layer"));
    assert_eq!(with(outputs, &(WIDTH as u32 + 1).to_le_bytes()), NetError::Range("size of a layer"));
    assert_eq!(with(shifts, &[8]), NetError::Range("shift of an input"));
    assert_eq!(with(bias, &i32::MIN.to_le_bytes()), NetError::Range("bias"));
    assert_eq!(with(bias + 8, &(-1i32).to_le_bytes()), NetError::Range("factor"));
    assert_eq!(with(bias + 16, &[0]), NetError::Range("shift"));
    assert_eq!(with(bias + 16, &[41]), NetError::Range("shift"));
}
