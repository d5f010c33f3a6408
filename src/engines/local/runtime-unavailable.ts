/** The program that runs models cannot be had; the message tells the operator what to do. */
export class RuntimeUnavailable extends Error {}
