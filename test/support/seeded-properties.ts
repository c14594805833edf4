import fc from "fast-check";

/**
 * Replaces "fast-check" in tests: the same, but every run tries the same values, so that a failure is caused by the
 * change under test. `FC_SEED=random` tries others, and a number repeats a run.
 */
const wanted = process.env.FC_SEED ?? "20261116";
if (wanted !== "random") fc.configureGlobal({ seed: Number(wanted) });

export { fc as default };
