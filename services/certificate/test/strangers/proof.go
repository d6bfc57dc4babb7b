package main

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"log"
	"os"

	"filippo.io/torchwood"
	"github.com/fxamacker/cbor/v2"
	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"
	"github.com/veraison/go-cose"
	"golang.org/x/mod/sumdb/tlog"
)

func file(name string) []byte {
	bytes, err := os.ReadFile(name)
	if err != nil {
		log.Fatal(err)
	}
	return bytes
}

// Verifies a .tlog-proof of an entry against a policy that requires the signatures of log and witness.
func checkTlogProof(policyFile, proofFile, entryFile string) error {
	policy, err := torchwood.ParsePolicy(file(policyFile))
	if err != nil {
		log.Fatal(err)
	}
	return torchwood.VerifyProof(policy, tlog.RecordHash(file(entryFile)), file(proofFile))
}

func publicKey(name string) ed25519.PublicKey {
	block, _ := pem.Decode(file(name))
	if block == nil {
		log.Fatal("no PEM")
	}
	key, err := x509.ParsePKIXPublicKey(block.Bytes)
	if err != nil {
		log.Fatal(err)
	}
	return key.(ed25519.PublicKey)
}

// RFC 9942 labels: verifiable data structure, proofs, inclusion proofs; value RFC9162_SHA256.
const (
	labelStructure = int64(395)
	labelProofs    = int64(396)
	inclusion      = int64(-1)
	rfc9162Sha256  = int64(1)
)

type inclusionProof struct {
	_     struct{} `cbor:",toarray"`
	Size  uint64
	Index uint64
	Path  [][]byte
}

// Verifies a COSE Receipt of an entry: go-cose checks the signature over the root that merkle computes from the proof.
func checkReceipt(keyFile, receiptFile, entryFile string) error {
	var receipt cose.Sign1Message
	if err := receipt.UnmarshalCBOR(file(receiptFile)); err != nil {
		return err
	}
	if receipt.Payload != nil {
		return fmt.Errorf("a receipt with its payload")
	}
	if receipt.Headers.Protected[labelStructure] != rfc9162Sha256 {
		return fmt.Errorf("another structure than RFC9162_SHA256")
	}
	raw, err := cbor.Marshal(receipt.Headers.Unprotected[labelProofs])
	if err != nil {
		return err
	}
	var proofs map[int64][][]byte
	if err := cbor.Unmarshal(raw, &proofs); err != nil {
		return err
	}
	if len(proofs[inclusion]) != 1 {
		return fmt.Errorf("not one proof of inclusion")
	}
	var one inclusionProof
	if err := cbor.Unmarshal(proofs[inclusion][0], &one); err != nil {
		return err
	}
	leaf := rfc6962.DefaultHasher.HashLeaf(file(entryFile))
	root, err := proof.RootFromInclusionProof(rfc6962.DefaultHasher, one.Index, one.Size, leaf, one.Path)
	if err != nil {
		return err
	}
	verifier, err := cose.NewVerifier(cose.AlgorithmEdDSA, publicKey(keyFile))
	if err != nil {
		log.Fatal(err)
	}
	receipt.Payload = root
	return receipt.Verify(nil, verifier)
}

// Prints one line per proof with its result, to check many in one run.
func sayOfEach(check func(trusted, proof, entry string) error, trusted, entry string, proofs []string) {
	for _, name := range proofs {
		if err := check(trusted, name, entry); err != nil {
			fmt.Println("refused:", err)
		} else {
			fmt.Println("holds")
		}
	}
}
