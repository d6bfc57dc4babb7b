// Enforces NetworkPolicies on one node of a trial's cluster, by iptables in the node's own network: the whole set of rules
// anew whenever a pod, a namespace or a policy changes.
package main

import (
	"bytes"
	"flag"
	"os/exec"
	"strings"
	"time"

	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/klog/v2"
)

func main() {
	kubeconfig := flag.String("kubeconfig", "", "")
	node := flag.String("node", "", "")
	flag.Parse()
	config, err := clientcmd.BuildConfigFromFlags("", *kubeconfig)
	must(err)
	client, err := kubernetes.NewForConfig(config)
	must(err)
	factory := informers.NewSharedInformerFactory(client, 0)
	pods, spaces, policies := factory.Core().V1().Pods(), factory.Core().V1().Namespaces(), factory.Networking().V1().NetworkPolicies()
	changed := make(chan struct{}, 1)
	mark := func(any) {
		select {
		case changed <- struct{}{}:
		default:
		}
	}
	handler := cache.ResourceEventHandlerFuncs{AddFunc: mark, DeleteFunc: mark, UpdateFunc: func(_, now any) { mark(now) }}
	for _, informer := range []cache.SharedIndexInformer{pods.Informer(), spaces.Informer(), policies.Informer()} {
		_, err := informer.AddEventHandler(handler)
		must(err)
	}
	factory.Start(nil)
	factory.WaitForCacheSync(nil)
	had := map[string]bool{}
	for range changed {
		world := world{spaces: map[string]labels.Set{}}
		world.pods, _ = pods.Lister().List(labels.Everything())
		world.policies, _ = policies.Lister().List(labels.Everything())
		all, _ := spaces.Lister().List(labels.Everything())
		for _, one := range all {
			world.spaces[one.Name] = one.Labels
		}
		had = apply(world.chains(*node), had)
		// Pods come in crowds.
		time.Sleep(100 * time.Millisecond)
	}
}

type world struct {
	pods     []*core.Pod
	policies []*networking.NetworkPolicy
	spaces   map[string]labels.Set
}

// Sets the chains, and takes those away that were there before and are no more.
func apply(chains map[string][]string, had map[string]bool) map[string]bool {
	var text strings.Builder
	text.WriteString("*filter\n")
	have := map[string]bool{}
	for name := range chains {
		have[name] = true
		text.WriteString(":" + name + " - [0:0]\n")
	}
	for name := range had {
		if !have[name] {
			text.WriteString(":" + name + " - [0:0]\n")
		}
	}
	for name, rules := range chains {
		for _, rule := range rules {
			text.WriteString("-A " + name + " " + rule + "\n")
		}
	}
	for name := range had {
		if !have[name] {
			text.WriteString("-X " + name + "\n")
		}
	}
	text.WriteString("COMMIT\n")
	command := exec.Command("iptables-restore", "--noflush", "--wait", "5")
	command.Stdin = strings.NewReader(text.String())
	if said, err := command.CombinedOutput(); err != nil {
		klog.Errorf("iptables-restore: %v: %s", err, bytes.TrimSpace(said))
		return had
	}
	jump := []string{"FORWARD", "-j", root}
	if exec.Command("iptables", append([]string{"--wait", "5", "-C"}, jump...)...).Run() != nil {
		must(exec.Command("iptables", append([]string{"--wait", "5", "-I"}, jump...)...).Run())
	}
	return have
}

func must(err error) {
	if err != nil {
		klog.Fatal(err)
	}
}
