//! A connection whose client must read its answers at a rate that every network allows. The timeouts of `tower-http`
//! apply only to producing the body of an answer, not to sending the body. hyper buffers a small body as a whole, so a
//! client that reads one byte a second would occupy the connection for ever. A socket has no body at all.

use std::any::Any;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

use crate::rate_limits::add;

/// The lowest rate, in bytes a second, at which a client must read once it has used up its pause.
const BYTES_PER_S: u64 = 16 * 1024;
/// A socket may send this many times [`BYTES_PER_S`] in the long run. This rate is several times what the allowed
/// commands need.
const SOCKET_SPEED: u32 = 8;
/// The time for which a socket may send its allowed bytes in one burst.
const BURST: Duration = Duration::from_secs(4);

/// Returns the time that this many bytes may take, in either direction.
pub(crate) const fn time_for(bytes: usize) -> Duration {
    Duration::from_nanos(bytes as u64 * 1_000_000_000 / BYTES_PER_S)
}

/// A connection whose client must read its answers. Once it is a socket, it may send only at a limited rate.
pub(crate) struct PacedStream<S> {
    stream: S,
    patience: Duration,
    /// The time for which the client may still pause reading.
    left: Duration,
    /// The time since which writing has been blocked, and a timer for the end of the allowed pause.
    stands: Option<(Instant, Pin<Box<Sleep>>)>,
    is_socket: Arc<AtomicBool>,
    /// The time when the leaky bucket of received bytes will be empty.
    empty_at: Instant,
    /// Dropped together with the connection.
    _held: Box<dyn Any + Send>,
}

impl<S> PacedStream<S> {
    /// Wraps a stream. `is_socket` is set when the connection becomes a socket.
    pub(crate) fn new(
        stream: S,
        patience: Duration,
        is_socket: Arc<AtomicBool>,
        held: impl Send + 'static,
    ) -> PacedStream<S> {
        let (left, empty_at, _held) = (patience, Instant::now(), Box::new(held));
        PacedStream { stream, patience, left, stands: None, is_socket, empty_at, _held }
    }

    /// Records whether writing makes progress. Fails if it has been blocked for too long.
    fn wrote(&mut self, cx: &mut Context<'_>, polled: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match polled {
            Poll::Ready(Ok(bytes)) => {
                if let Some((since, _)) = self.stands.take() {
                    self.left = self.left.saturating_sub(since.elapsed());
                }
                self.left = (self.left + time_for(bytes)).min(self.patience);
                Poll::Ready(Ok(bytes))
            }
            Poll::Pending => {
                let left = self.left;
                let (_, too_long) = self.stands.get_or_insert_with(|| {
                    let now = Instant::now();
                    (now, Box::pin(sleep_until(now + left)))
                });
                ready!(too_long.as_mut().poll(cx));
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
            failed @ Poll::Ready(Err(_)) => failed,
        }
    }

    /// Counts the bytes that a socket has sent. Fails if there are too many.
    fn read(&mut self, bytes: usize) -> io::Result<()> {
        if self.is_socket.load(Ordering::Relaxed) {
            let added = add(self.empty_at, time_for(bytes) / SOCKET_SPEED, BURST, Instant::now());
            self.empty_at = added.ok_or(io::ErrorKind::QuotaExceeded)?;
        }
        Ok(())
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for PacedStream<S> {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = buf.filled().len();
        ready!(Pin::new(&mut this.stream).poll_read(cx, buf))?;
        Poll::Ready(this.read(buf.filled().len() - before))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for PacedStream<S> {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let polled = Pin::new(&mut this.stream).poll_write(cx, bytes);
        this.wrote(cx, polled)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let polled = Pin::new(&mut this.stream).poll_write_vectored(cx, parts);
        this.wrote(cx, polled)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// Flushes the stream. When everything has been written, this resets the time for which the client may pause
    /// reading.
    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        ready!(Pin::new(&mut this.stream).poll_flush(cx))?;
        if this.stands.is_none() {
            this.left = this.patience;
        }
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
    use tokio::time::sleep;

    use super::*;

    const PATIENCE: Duration = Duration::from_secs(10);

    #[tokio::test(start_paused = true)]
    async fn who_does_not_take_an_answer_is_cut_and_who_takes_it_slowly_is_not() {
        let far = |bytes: usize, every: Duration| async move {
            let (ours, mut theirs) = duplex(1024);
            tokio::spawn(async move {
                let mut some = vec![0; bytes];
                loop {
                    sleep(every).await;
                    if bytes > 0 && !theirs.read(&mut some).await.is_ok_and(|n| n > 0) {
                        return;
                    }
                }
            });
            let (mut line, began) = (PacedStream::new(ours, PATIENCE, Arc::default(), ()), Instant::now());
            let wrote = line.write_all(&[0; 256 * 1024]).await;
            (wrote.map_err(|error| error.kind()), began.elapsed().as_secs())
        };
        let cut = Err(io::ErrorKind::TimedOut);
        assert_eq!(far(0, PATIENCE).await, (cut, 10), "nothing is taken");
        let (trickle, took) = far(1, Duration::from_secs(1)).await;
        assert!(trickle == cut && took < 12, "a byte a second: {took} s");
        assert_eq!(far(1024, Duration::from_millis(60)).await.0, Ok(()), "seventeen kilobytes a second");
    }

    #[tokio::test(start_paused = true)]
    async fn a_pause_of_each_answer_is_its_own() {
        let (ours, mut theirs) = duplex(1024);
        let mut line = PacedStream::new(ours, PATIENCE, Arc::default(), ());
        tokio::spawn(async move {
            for _ in 0..20 {
                sleep(Duration::from_secs(8)).await;
                let _ = theirs.read_exact(&mut [0; 2048]).await;
            }
        });
        for _ in 0..20 {
            line.write_all(&[0; 2048]).await.expect("within ten seconds");
            line.flush().await.expect("within ten seconds");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_socket_sends_so_much_a_second_and_a_request_as_much_as_it_likes() {
        let is_socket = Arc::new(AtomicBool::new(false));
        let (ours, mut theirs) = duplex(64 * 1024);
        tokio::spawn(async move { while theirs.write_all(&[0; 64 * 1024]).await.is_ok() {} });
        let mut line = PacedStream::new(ours, PATIENCE, is_socket.clone(), ());
        let mut some = vec![0; 64 * 1024];
        for _ in 0..64 {
            line.read_exact(&mut some).await.expect("a file");
        }
        is_socket.store(true, Ordering::Relaxed);
        for _ in 0..8 {
            line.read_exact(&mut some).await.expect("half a megabyte at once");
        }
        sleep(Duration::from_millis(500)).await;
        line.read_exact(&mut some).await.expect("it has waited");
        assert_eq!(line.read_exact(&mut some).await.map_err(|error| error.kind()), Err(io::ErrorKind::QuotaExceeded));
    }
}
