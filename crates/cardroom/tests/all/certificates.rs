//! Certificates for tests of connections with TLS.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// A test certificate authority and a certificate for `localhost`: the files of both, and the file of the private key.
pub struct Certificates {
    pub ca: PathBuf,
    pub certificate: PathBuf,
    pub key: PathBuf,
}

impl Certificates {
    /// Returns the acceptor of a server with this certificate.
    pub fn acceptor(&self) -> TlsAcceptor {
        let certificate = CertificateDer::from_pem_file(&self.certificate).expect("a certificate");
        let key = PrivateKeyDer::from_pem_file(&self.key).expect("a key");
        let config = ServerConfig::builder().with_no_client_auth().with_single_cert(vec![certificate], key);
        TlsAcceptor::from(Arc::new(config.expect("they belong together")))
    }
}

pub fn certificates(place: &Path, name: &str) -> Certificates {
    let mut authority = rcgen::CertificateParams::new(Vec::new()).expect("parameters");
    authority.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
    let authority_key = rcgen::KeyPair::generate().expect("a key");
    let root = authority.self_signed(&authority_key).expect("a certificate");
    let issuer = rcgen::Issuer::new(authority, authority_key);
    let key = rcgen::KeyPair::generate().expect("a key");
    let params = rcgen::CertificateParams::new(vec!["localhost".to_owned()]).expect("parameters");
    let certificate = params.signed_by(&key, &issuer).expect("a certificate");
    let write = |kind: &str, text: String| {
        let file = place.join(format!("{name}-{kind}.pem"));
        fs::write(&file, text).expect("a file");
        file
    };
    Certificates {
        ca: write("ca", root.pem()),
        certificate: write("cert", certificate.pem()),
        key: write("key", key.serialize_pem()),
    }
}
