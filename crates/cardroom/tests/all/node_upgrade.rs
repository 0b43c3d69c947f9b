//! A node is upgraded while an older one lives: it begins nothing that the older one cannot read.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::running::cardroom;
use crate::test_cluster::TestCluster;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_an_older_node_cannot_read_begins_when_it_has_ended() {
    let mut cluster = TestCluster::start(2).await;
    cluster.nodes.iter_mut().for_each(|node| node.stop());
    let newest = format!("kael rules {}", catalog::entry("kael").expect("a game").rules);
    let known = cluster.postgres.cardroom(&format!("SELECT '{newest}' = ANY(reads) FROM house"));
    assert_eq!(known, "t", "the nodes have said what they can read");
    // A node of a program that has older rules of Kaël, as it would have left the database.
    cluster.postgres.cardroom(&format!(
        "UPDATE house SET reads = array_remove(reads, '{newest}');
         INSERT INTO nodes (name, lease_until, reads) SELECT 'older', clock_timestamp() + interval '1 hour', reads FROM house"
    ));
    cluster.nodes = (0..2).map(|number| cluster.node(number)).collect();
    cluster.meet(1).await;
    let mut guests = [cluster.guest(0, "Ann").await, cluster.guest(1, "Bo").await];
    for guest in &mut guests {
        let refused = guest.post("/api/v1/tables", r#"{"game":"kael"}"#).await.error();
        assert_eq!((refused.0, refused.1.as_str()), (503, "upgrading"), "{refused:?}");
        guest.open(json!({"game": "schwarze-dame"})).await;
    }
    cluster.postgres.cardroom("UPDATE nodes SET ended = true WHERE name = 'older'");
    let began = Instant::now();
    for guest in &mut guests {
        while guest.post("/api/v1/tables", r#"{"game":"kael"}"#).await.status != 201 {
            assert!(began.elapsed() < Duration::from_secs(60), "the nodes do not notice that the older one has ended");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    // Now this program is the older one.
    cluster.postgres.cardroom("UPDATE house SET reads = array_append(reads, 'bridge rules 1')");
    cluster.nodes[1].stop();
    let (data, store) = (cluster.folders[1].path().to_str().expect("a plain path"), cluster.postgres.address());
    let output = cardroom(&["serve", "--data", data, "--port", "0", "--store", &store]).output().expect("it runs");
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(words.contains("this one does not know \"bridge rules 1\"): use that cardroom"), "{output:?}");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
}
