package main

import (
	"fmt"
	"strings"

	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/klog/v2"
)

const root = "G2-POLICIES"

// The chains of a node: one for each direction of each of its pods that a policy holds.
func (w world) chains(node string) map[string][]string {
	chains := map[string][]string{root: {"-m conntrack --ctstate ESTABLISHED,RELATED -j RETURN"}}
	for _, pod := range w.pods {
		if pod.Spec.NodeName != node || !isOn(pod) {
			continue
		}
		var in, out []string
		var inHeld, outHeld bool
		for _, policy := range w.policies {
			if policy.Namespace != pod.Namespace || !selects(&policy.Spec.PodSelector, pod.Labels) {
				continue
			}
			for _, kind := range policy.Spec.PolicyTypes {
				inHeld = inHeld || kind == networking.PolicyTypeIngress
				outHeld = outHeld || kind == networking.PolicyTypeEgress
			}
			for _, rule := range policy.Spec.Ingress {
				for _, peer := range w.peers(policy.Namespace, rule.From) {
					in = append(in, allow("-s", peer.address, rule.Ports, pod)...)
				}
			}
			for _, rule := range policy.Spec.Egress {
				for _, peer := range w.peers(policy.Namespace, rule.To) {
					out = append(out, allow("-d", peer.address, rule.Ports, peer.pod)...)
				}
			}
		}
		address := pod.Status.PodIP
		name := strings.ReplaceAll(address, ".", "-")
		if inHeld {
			chains["G2-IN-"+name] = append(in, "-j REJECT")
			chains[root] = append(chains[root], fmt.Sprintf("-d %s -j G2-IN-%s", address, name))
		}
		if outHeld {
			chains["G2-OUT-"+name] = append(out, "-j REJECT")
			chains[root] = append(chains[root], fmt.Sprintf("-s %s -j G2-OUT-%s", address, name))
		}
	}
	return chains
}

type peer struct {
	address string
	// The pod with this address, for the names of its ports; nil when there is none.
	pod *core.Pod
}

// Whom a rule names; no peers at all are everybody.
func (w world) peers(namespace string, named []networking.NetworkPolicyPeer) []peer {
	if len(named) == 0 {
		return []peer{{address: "0.0.0.0/0"}}
	}
	var found []peer
	for _, one := range named {
		if one.IPBlock != nil {
			if len(one.IPBlock.Except) > 0 {
				klog.Errorf("what %s leaves out is not enforced", one.IPBlock.CIDR)
			}
			found = append(found, peer{address: one.IPBlock.CIDR})
			continue
		}
		for _, pod := range w.pods {
			if !isOn(pod) || one.PodSelector != nil && !selects(one.PodSelector, pod.Labels) {
				continue
			}
			if one.NamespaceSelector == nil && pod.Namespace != namespace {
				continue
			}
			if one.NamespaceSelector != nil && !selects(one.NamespaceSelector, w.spaces[pod.Namespace]) {
				continue
			}
			found = append(found, peer{pod.Status.PodIP, pod})
		}
	}
	return found
}

// A rule for each port, or one for all; a port's name is looked up in the pod that listens.
func allow(side, address string, ports []networking.NetworkPolicyPort, listener *core.Pod) []string {
	if len(ports) == 0 {
		return []string{side + " " + address + " -j RETURN"}
	}
	var rules []string
	for _, port := range ports {
		protocol := "tcp"
		if port.Protocol != nil {
			protocol = strings.ToLower(string(*port.Protocol))
		}
		rule := side + " " + address + " -p " + protocol
		if port.Port != nil {
			number := numberOf(*port.Port, listener)
			if number == 0 {
				continue
			}
			rule += fmt.Sprintf(" --dport %d", number)
			if port.EndPort != nil {
				rule += fmt.Sprintf(":%d", *port.EndPort)
			}
		}
		rules = append(rules, rule+" -j RETURN")
	}
	return rules
}

func numberOf(port intstr.IntOrString, listener *core.Pod) int32 {
	if port.Type == intstr.Int {
		return port.IntVal
	}
	if listener == nil {
		return 0
	}
	for _, container := range listener.Spec.Containers {
		for _, one := range container.Ports {
			if one.Name == port.StrVal {
				return one.ContainerPort
			}
		}
	}
	return 0
}

func isOn(pod *core.Pod) bool {
	ended := pod.Status.Phase == core.PodSucceeded || pod.Status.Phase == core.PodFailed
	return pod.Status.PodIP != "" && !pod.Spec.HostNetwork && !ended
}

func selects(selector *meta.LabelSelector, of labels.Set) bool {
	matcher, err := meta.LabelSelectorAsSelector(selector)
	return err == nil && matcher.Matches(of)
}
