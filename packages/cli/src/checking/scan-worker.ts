import { createScanner } from "@knowhow/scanner";
import { answerInThread } from "../io/worker-pool.ts";

/** The file that the threads of `scan` run. */
answerInThread(createScanner().scan);
