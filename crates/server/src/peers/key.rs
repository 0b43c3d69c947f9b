//! The key of a node, and TLS between nodes. There are no certificates. Each side shows its raw public key (RFC 7250),
//! and the other side knows the fingerprint of that key from the database.

use std::fmt;
use std::sync::Arc;

use sha2::{Digest, Sha256};
use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::client::{AlwaysResolvesClientRawPublicKeys, Resumption};
use tokio_rustls::rustls::crypto::{ring, verify_tls13_signature_with_raw_key};
use tokio_rustls::rustls::pki_types::{
    CertificateDer, PrivatePkcs8KeyDer, ServerName, SubjectPublicKeyInfoDer, UnixTime,
};
use tokio_rustls::rustls::server::AlwaysResolvesServerRawPublicKeys;
use tokio_rustls::rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use tokio_rustls::rustls::sign::CertifiedKey;
use tokio_rustls::rustls::version::TLS13;
use tokio_rustls::rustls::{
    ClientConfig, DigitallySignedStruct as Signed, DistinguishedName, Error, ServerConfig, SignatureScheme,
};

use crate::ids::random;

/// The bytes that precede the 32 bytes of an Ed25519 private key in PKCS 8 (RFC 8410, section 7).
const ED25519: [u8; 16] =
    [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];

/// The key of a node. It exists as long as the process.
#[derive(Clone)]
pub struct NodeKey {
    key: Arc<CertifiedKey>,
    fingerprint: String,
}

impl fmt::Debug for NodeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("NodeKey").field(&self.fingerprint).finish()
    }
}

impl NodeKey {
    /// Generates a new key.
    ///
    /// # Panics
    /// If the operating system has no random bits.
    pub fn generate() -> NodeKey {
        let secret = [ED25519.as_slice(), &random::<32>()].concat();
        let key = ring::sign::any_eddsa_type(&PrivatePkcs8KeyDer::from(secret)).expect("any 32 bytes are a key");
        let public = CertificateDer::from(key.public_key().expect("a key of Ed25519 has one").to_vec());
        let fingerprint = fingerprint(&public);
        NodeKey { key: Arc::new(CertifiedKey::new(vec![public], key)), fingerprint }
    }

    /// Returns the SHA-256 of the public key in hex. Other nodes identify this node by it.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    pub(super) fn client(&self, fingerprint: &str) -> ClientConfig {
        let resolver = Arc::new(AlwaysResolvesClientRawPublicKeys::new(self.key.clone()));
        let mut config = ClientConfig::builder_with_provider(ring::default_provider().into())
            .with_protocol_versions(&[&TLS13])
            .expect("ring has what this version needs")
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(ExpectedKey(fingerprint.to_owned())))
            .with_client_cert_resolver(resolver);
        config.enable_sni = false;
        // No session is resumed, so every connection shows its keys.
        config.resumption = Resumption::disabled();
        config
    }

    /// Returns the configuration for connections from other nodes. It accepts every key; the caller must look the key
    /// up in the list of living nodes.
    pub(super) fn server(&self) -> ServerConfig {
        let resolver = Arc::new(AlwaysResolvesServerRawPublicKeys::new(self.key.clone()));
        let mut config = ServerConfig::builder_with_provider(ring::default_provider().into())
            .with_protocol_versions(&[&TLS13])
            .expect("ring has what this version needs")
            .with_client_cert_verifier(Arc::new(AnyKey))
            .with_cert_resolver(resolver);
        config.send_tls13_tickets = 0;
        config
    }
}

pub(super) fn fingerprint(public: &[u8]) -> String {
    hex::encode(Sha256::digest(public))
}

/// Accepts only the key with this fingerprint, and only if the other side proves that it has the private key.
#[derive(Debug)]
struct ExpectedKey(String);

/// Accepts any key, if the other side proves that it has the private key.
#[derive(Debug)]
struct AnyKey;

type Proof = Result<HandshakeSignatureValid, Error>;

/// Checks the signature of a message. Nodes use only TLS 1.3.
fn verify(message: &[u8], key: &CertificateDer<'_>, signed: &Signed) -> Proof {
    let algorithms = ring::default_provider().signature_verification_algorithms;
    verify_tls13_signature_with_raw_key(message, &SubjectPublicKeyInfoDer::from(key.as_ref()), signed, &algorithms)
}

impl ServerCertVerifier for ExpectedKey {
    fn verify_server_cert(
        &self,
        key: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        match fingerprint(key) == self.0 {
            true => Ok(ServerCertVerified::assertion()),
            false => Err(Error::General("another node is there".to_owned())),
        }
    }

    fn verify_tls12_signature(&self, message: &[u8], key: &CertificateDer<'_>, signed: &Signed) -> Proof {
        verify(message, key, signed)
    }

    fn verify_tls13_signature(&self, message: &[u8], key: &CertificateDer<'_>, signed: &Signed) -> Proof {
        verify(message, key, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        vec![SignatureScheme::ED25519]
    }

    fn requires_raw_public_keys(&self) -> bool {
        true
    }
}

impl ClientCertVerifier for AnyKey {
    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        &[]
    }

    fn verify_client_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: UnixTime,
    ) -> Result<ClientCertVerified, Error> {
        Ok(ClientCertVerified::assertion())
    }

    fn verify_tls12_signature(&self, message: &[u8], key: &CertificateDer<'_>, signed: &Signed) -> Proof {
        verify(message, key, signed)
    }

    fn verify_tls13_signature(&self, message: &[u8], key: &CertificateDer<'_>, signed: &Signed) -> Proof {
        verify(message, key, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        vec![SignatureScheme::ED25519]
    }

    fn requires_raw_public_keys(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
    use tokio_rustls::{TlsAcceptor, TlsConnector};

    use super::*;

    /// Connects a client and a server. Returns the bytes that the server reads, and the fingerprint of the key that the
    /// client showed.
    async fn connect(client: ClientConfig, server: ServerConfig) -> Option<(String, String)> {
        let (near, far) = duplex(4096);
        let name = ServerName::try_from("node").expect("a name");
        let connecting = async {
            let mut stream = TlsConnector::from(Arc::new(client)).connect(name, near).await.ok()?;
            stream.write_all(b"hello").await.ok()?;
            stream.shutdown().await.ok()
        };
        let accepting = async {
            let mut stream = TlsAcceptor::from(Arc::new(server)).accept(far).await.ok()?;
            let mut text = String::new();
            stream.read_to_string(&mut text).await.ok()?;
            let shown = stream.get_ref().1.peer_certificates()?.first().map(|shown| fingerprint(shown))?;
            Some((text, shown))
        };
        tokio::join!(connecting, accepting).1
    }

    #[tokio::test]
    async fn a_node_speaks_with_the_node_whose_key_it_knows_and_shows_its_own() {
        let [one, two, other] = [(); 3].map(|()| NodeKey::generate());
        assert_ne!(one.fingerprint(), two.fingerprint());
        let reached = connect(one.client(two.fingerprint()), two.server()).await;
        assert_eq!(reached, Some(("hello".to_owned(), one.fingerprint().to_owned())));
        assert_eq!(connect(one.client(two.fingerprint()), other.server()).await, None, "another node is there");
        // A client that shows no key is refused.
        let stranger = ClientConfig::builder_with_provider(ring::default_provider().into())
            .with_protocol_versions(&[&TLS13])
            .expect("ring has it")
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(ExpectedKey(two.fingerprint().to_owned())))
            .with_no_client_auth();
        assert_eq!(connect(stranger, two.server()).await, None);
    }
}
