// Verifies a log with Go's checksum database code: golang.org/x/mod/sumdb/note and tlog.
//
//	go run . read <address of the log> <its key> <number of entries> <checkpoint notes, one file each>...
//	go run . agent <socket>
//	go run . tlog-proof <policy> <entry> <proofs>...
//	go run . receipt <public key, PEM> <entry> <receipts>...
//
// read: verifies the newest checkpoint, the inclusion of entries spread over the log, and the consistency of all given
// checkpoints. agent: the ssh-agent of a witness with a new key; prints its fingerprint. tlog-proof, receipt: prints for
// each file whether it proves the entry (proof.go).
package main

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type checkpoint struct {
	size int64
	root tlog.Hash
}

type reader struct{ address string }

func (r reader) get(path string) []byte {
	response, err := http.Get(r.address + "/" + path)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != 200 {
		log.Fatalf("%s: %v %s", path, err, response.Status)
	}
	return body
}

// c2sp.org/tlog-tiles omits the tile height that x/mod puts first.
func pathOf(tile tlog.Tile) string {
	return "tile/" + strings.TrimPrefix(tile.Path(), "tile/8/")
}

func (r reader) Height() int { return 8 }

func (r reader) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var read [][]byte
	for _, tile := range tiles {
		read = append(read, r.get(pathOf(tile)))
	}
	return read, nil
}

func (r reader) SaveTiles([]tlog.Tile, [][]byte) {}

func open(text []byte, verifier note.Verifier) checkpoint {
	opened, err := note.Open(text, note.VerifierList(verifier))
	if err != nil {
		log.Fatal(err)
	}
	lines := strings.Split(opened.Text, "\n")
	if lines[0] != verifier.Name() {
		log.Fatalf("a checkpoint of %s", lines[0])
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		log.Fatal(err)
	}
	root, err := base64.StdEncoding.DecodeString(lines[2])
	if err != nil || len(root) != tlog.HashSize {
		log.Fatal("no root")
	}
	return checkpoint{size, tlog.Hash(root)}
}

func (r reader) entry(index, size int64) []byte {
	tile := tlog.Tile{H: 8, L: -1, N: index / 256, W: int(min(256, size-index/256*256))}
	path := strings.Replace(pathOf(tile), "tile/data/", "tile/entries/", 1)
	bundle := r.get(path)
	for skip := index % 256; ; skip-- {
		length := binary.BigEndian.Uint16(bundle)
		if skip == 0 {
			return bundle[2 : 2+length]
		}
		bundle = bundle[2+length:]
	}
}

func agentAt(socket string) {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		log.Fatal(err)
	}
	keyring := agent.NewKeyring()
	if err := keyring.Add(agent.AddedKey{PrivateKey: key}); err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("unix", socket)
	if err != nil {
		log.Fatal(err)
	}
	public, err := ssh.NewPublicKey(key.Public())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(ssh.FingerprintSHA256(public))
	for {
		connection, err := listener.Accept()
		if err != nil {
			log.Fatal(err)
		}
		go agent.ServeAgent(keyring, connection)
	}
}

func main() {
	switch os.Args[1] {
	case "agent":
		agentAt(os.Args[2])
	case "tlog-proof":
		sayOfEach(checkTlogProof, os.Args[2], os.Args[3], os.Args[4:])
	case "receipt":
		sayOfEach(checkReceipt, os.Args[2], os.Args[3], os.Args[4:])
	default:
		os.Args = os.Args[1:]
		read()
	}
}

func read() {
	r := reader{os.Args[1]}
	verifier, err := note.NewVerifier(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	wanted, err := strconv.ParseInt(os.Args[3], 10, 64)
	if err != nil {
		log.Fatal(err)
	}
	newest := open(r.get("checkpoint"), verifier)
	hashes := tlog.TileHashReader(tlog.Tree{N: newest.size, Hash: newest.root}, r)
	if wanted > newest.size {
		log.Fatalf("only %d entries", newest.size)
	}
	for at := int64(0); at < wanted; at++ {
		index := at * newest.size / wanted
		proof, err := tlog.ProveRecord(newest.size, index, hashes)
		if err != nil {
			log.Fatal(err)
		}
		leaf := tlog.RecordHash(r.entry(index, newest.size))
		if err := tlog.CheckRecord(proof, newest.size, newest.root, index, leaf); err != nil {
			log.Fatalf("entry %d: %v", index, err)
		}
	}
	var before []checkpoint
	for _, name := range os.Args[4:] {
		text, err := os.ReadFile(name)
		if err != nil {
			log.Fatal(err)
		}
		before = append(before, open(text, verifier))
	}
	trees := 0
	for at, later := range append(before, newest) {
		for _, earlier := range before[:min(at, len(before))] {
			proof, err := tlog.ProveTree(later.size, earlier.size, hashes)
			if err != nil {
				log.Fatal(err)
			}
			if err := tlog.CheckTree(proof, later.size, later.root, earlier.size, earlier.root); err != nil {
				log.Fatalf("%d after %d: %v", later.size, earlier.size, err)
			}
			trees++
		}
	}
	fmt.Printf("%d entries in a tree of %d, %d pairs of trees\n", wanted, newest.size, trees)
}
