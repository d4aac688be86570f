//! Threads that let others go first.

/// How much less a thread counts that computes for long, in steps of `nice`. Beside it, a thread
/// that answers somebody has nine tenths of a core.
#[cfg(target_os = "linux")]
const NICE_STEPS: i32 = 10;

/// The largest value of `nice`.
#[cfg(target_os = "linux")]
const LAST: i32 = 19;

/// Lets all other threads of the server go before this one, where the system can do that. It cannot
/// be undone.
pub fn lower() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{getpriority_process, setpriority_process};
        // On Linux, a priority is that of a thread. If it is refused, everything is slower.
        let _ = getpriority_process(None)
            .and_then(|own| setpriority_process(None, (own + NICE_STEPS).min(LAST)));
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use rustix::process::getpriority_process;

    #[test]
    fn only_the_calling_thread_goes_last() {
        let own = || getpriority_process(None).expect("a priority");
        let before = own();
        let lowered = std::thread::spawn(move || {
            lower();
            own()
        });
        assert_eq!(
            lowered.join().expect("it ends"),
            (before + NICE_STEPS).min(LAST)
        );
        assert_eq!(own(), before);
    }
}
