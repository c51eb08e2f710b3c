// Count the o200k tokens of what comes in on stdin.
import { text } from "node:stream/consumers";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

console.log(countTokens(await text(process.stdin)));
