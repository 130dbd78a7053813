// A bot that plays any legal action: it reads a line of JSON and prints a line of JSON.
//
//	{"welcome": {"game", "options", "seats", "seat", "clock", "entropy"}}          {"ready":{}}
//	{"event": {...}}                                                               nothing; it happened
//	{"ask": {"number", "question", "view", "legal": {"actions": [...]}, "clock"}}  the index of a legal action
//	{"refused": {"code", "reason", "strikes_left"}}                                another index
//	{"over": {"result"}}                                                           nothing; it is over
//
// What to do next: `choose` is given the view and the actions. Give them types of your game in place of `any`, give
// each action a worth, and return the index of the best. What you print to os.Stderr is your bot's log.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"os"
	"strconv"
)

type message struct {
	Welcome *struct {
		Game    string
		Seat    int
		Entropy string
	}
	Ask *struct {
		Number int
		View   any
		Legal  struct{ Actions []any }
	}
	Refused *struct{ Reason string }
}

var chance = rand.New(rand.NewSource(1))

func choose(view any, actions []any) int {
	return chance.Intn(len(actions))
}

func main() {
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			return
		}
		var said message
		if err := json.Unmarshal(line, &said); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		switch {
		case said.Welcome != nil:
			// The match's own entropy: the same match plays the same again.
			seed, _ := strconv.ParseUint(said.Welcome.Entropy[:15], 16, 64)
			chance = rand.New(rand.NewSource(int64(seed)))
			fmt.Println(`{"ready":{}}`)
		case said.Ask != nil:
			fmt.Println(choose(said.Ask.View, said.Ask.Legal.Actions))
		case said.Refused != nil:
			fmt.Fprintln(os.Stderr, "refused:", said.Refused.Reason)
			fmt.Println(0)
		}
	}
}
