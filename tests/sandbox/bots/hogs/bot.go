// Asked, it takes memory beyond what its collector was told to keep to.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

var held [][]byte

func main() {
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		if strings.HasPrefix(line, `{"welcome"`) {
			fmt.Println(`{"ready":{}}`)
		}
		for strings.HasPrefix(line, `{"ask"`) {
			more := make([]byte, 8<<20)
			for at := range more {
				more[at] = 1
			}
			held = append(held, more)
		}
	}
}
