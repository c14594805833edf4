import fc from "fast-check";

/**
 * What tests get as "fast-check": the same, but it tries the same values in every run, so that a failure is news about the
 * change at hand. `FC_SEED=random` looks further, and a number repeats what was found.
 */
const wanted = process.env.FC_SEED ?? "20261116";
if (wanted !== "random") fc.configureGlobal({ seed: Number(wanted) });

export { fc as default };
