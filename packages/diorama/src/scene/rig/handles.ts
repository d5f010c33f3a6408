/**
 * Where a tool is gripped and how it points: `at` is the place of the hand in its painted box, `turn` the degrees it is
 * turned about that place, clockwise, for somebody who looks to the right; `mirrored` ones are drawn for who looks left,
 * and their `at` is that of the mirrored drawing. `tip` is where it works: at work it is turned until that points to the
 * work. `upright` ones work as they are drawn, whichever way their tip is from the hand.
 */
export type Handle = {
  at: readonly [x: number, y: number]
  turn: number
  mirrored?: true
  tip?: readonly [x: number, y: number]
  upright?: true
}

const HANDLES: readonly [RegExp, Handle][] = [
  [/^(axe|hammer|pick)$/, { at: [0.1, 0.92], turn: 0, mirrored: true, tip: [0.9, 0.36] }],
  [/^spear$/, { at: [0.36, 0.62], turn: -72 }],
  [/^shepherds-crook$/, { at: [0.1, 0.62], turn: 0 }],
  [/^longbow$/, { at: [0.9, 0.5], turn: 0, mirrored: true }],
  // Aslant, so that the upper end is beside the face and not before it; the broader it is, the more.
  [/^wizard-staff$/, { at: [0.5, 0.62], turn: 28 }],
  [/^(war-hammer|battle-axe)$/, { at: [0.5, 0.7], turn: 56 }],
  [/^mop$/, { at: [0.5, 0.3], turn: 0, tip: [0.5, 0.98] }],
  [/^(scythe|golf-club)$/, { at: [0.6, 0.5], turn: 0 }],
  [/^baseball-bat$/, { at: [0.12, 0.92], turn: -20 }],
  [/^sickle$/, { at: [0.14, 0.92], turn: 60, mirrored: true }],
  [/^frying-pan$/, { at: [0.94, 0.2], turn: 0 }],
  [/^wrench$/, { at: [0.16, 0.84], turn: 20, mirrored: true, tip: [0.82, 0.16] }],
  [/^pliers$/, { at: [0.12, 0.8], turn: 20, tip: [0.5, 0.04] }],
  [/^screwdriver$/, { at: [0.2, 0.8], turn: 45, mirrored: true, tip: [0.96, 0.04] }],
  [/^carpentry-saw$/, { at: [0.17, 0.22], turn: -20, mirrored: true, tip: [0.9, 0.8] }],
  [/^kitchen-knife$/, { at: [0.13, 0.13], turn: -20, tip: [0.8, 0.8] }],
  [/^dagger$/, { at: [0.15, 0.15], turn: -60, mirrored: true }],
  [/^spatula$/, { at: [0.1, 0.92], turn: 30, tip: [0.76, 0.24] }],
  [/^ladle$/, { at: [0.12, 0.16], turn: 0, mirrored: true, tip: [0.62, 0.92] }],
  [/^(wooden-spoon|whisk)$/, { at: [0.08, 0.95], turn: 78, tip: [0.66, 0.26] }],
  [/^spoon$/, { at: [0.9, 0.9], turn: 90, tip: [0.2, 0.2] }],
  [/^fork$/, { at: [0.5, 0.94], turn: 30, tip: [0.5, 0.04] }],
  [/^paint-roller$/, { at: [0.5, 0.9], turn: 20, tip: [0.5, 0.1] }],
  [/^tape-measure$/, { at: [0.04, 0.5], turn: 0 }],
  [/^rake$/, { at: [0.5, 0.3], turn: -25, tip: [0.5, 0.98] }],
  [/^pitchfork$/, { at: [0.5, 0.58], turn: 34, tip: [0.5, 0.04] }],
  [/^broom$/, { at: [0.3, 0.3], turn: 12, mirrored: true, tip: [0.88, 0.92] }],
  [/^hoe$/, { at: [0.3, 0.3], turn: 0, mirrored: true, tip: [0.9, 0.94] }],
  [/^shovel$/, { at: [0.28, 0.28], turn: 0, mirrored: true, tip: [0.92, 0.92] }],
  [/^plunger$/, { at: [0.1, 0.12], turn: 0, mirrored: true, tip: [0.76, 0.76] }],
  [/^pencil$/, { at: [0.36, 0.38], turn: 0, tip: [0.98, 0.98] }],
  [/^crayon$/, { at: [0.36, 0.38], turn: 0, mirrored: true, tip: [0.96, 0.96] }],
  [/^(fountain-pen|pen)$/, { at: [0.36, 0.38], turn: 0, mirrored: true, tip: [0.98, 0.98] }],
  [/^paintbrush$/, { at: [0.3, 0.3], turn: -70, mirrored: true, tip: [0.94, 0.96] }],
  [/^magnifying-glass-tilted-right$/, { at: [0.12, 0.9], turn: 0, tip: [0.62, 0.4] }],
  [/^magnifying-glass-tilted-left$/, { at: [0.12, 0.9], turn: 0, mirrored: true, tip: [0.62, 0.4] }],
  [/^toothbrush$/, { at: [0.12, 0.9], turn: 0, tip: [0.86, 0.2] }],
  [/^(sword|katana|laser-sword|mace|scepter|whip|magic-wand)$/, { at: [0.12, 0.9], turn: 0 }],
  [/^(trident|halberd)$/, { at: [0.5, 0.62], turn: 26 }],
  [/^(revolver|ray-gun)$/, { at: [0.18, 0.75], turn: 0, mirrored: true }],
  [/^rifle$/, { at: [0.36, 0.66], turn: 20 }],
  [/^razor$/, { at: [0.2, 0.84], turn: 0, tip: [0.76, 0.24] }],
  [/^syringe$/, { at: [0.2, 0.8], turn: 45, tip: [0.98, 0.02] }],
  [/^(key|old-key)$/, { at: [0.3, 0.3], turn: -30, mirrored: true, tip: [0.96, 0.96] }],
  [/^stethoscope$/, { at: [0.3, 0.1], turn: 0, tip: [0.86, 0.2] }],
  [/^adhesive-bandage$/, { at: [0.2, 0.8], turn: 0, tip: [0.8, 0.2] }],
  [/^sewing-needle$/, { at: [0.3, 0.3], turn: 0, mirrored: true, tip: [0.98, 0.98] }],
  [/^welding-torch$/, { at: [0.3, 0.34], turn: -20, tip: [0.86, 0.7] }],
  [/^squeegee$/, { at: [0.16, 0.88], turn: 0, tip: [0.56, 0.36] }],
  [/^feather-duster$/, { at: [0.1, 0.92], turn: 10, tip: [0.74, 0.34] }],
  [/^chisel$/, { at: [0.2, 0.8], turn: 45, tip: [0.98, 0.02] }],
  [/^grooming-brush$/, { at: [0.5, 0.16], turn: 0, tip: [0.5, 0.98], upright: true }],
  [/^bicycle-pump$/, { at: [0.5, 0.06], turn: 0, tip: [0.5, 0.98], upright: true }],
  [/^marshmallow-stick$/, { at: [0.1, 0.92], turn: 20, tip: [0.88, 0.2] }],
  [/^power-drill$/, { at: [0.26, 0.7], turn: 0, mirrored: true, tip: [0.99, 0.23], upright: true }],
  [/^(envelope|sealed-letter|love-letter|credit-card)$/, { at: [0.16, 0.7], turn: 0, tip: [0.9, 0.6], upright: true }],
  [/^sponge$/, { at: [0.2, 0.3], turn: 0, tip: [0.8, 0.6], upright: true }],
  [/^clothes-iron$/, { at: [0.5, 0.3], turn: 0, mirrored: true, tip: [0.5, 0.98], upright: true }],
  [/^pouring-(bottle|flask)$/, { at: [0.16, 0.16], turn: 0 }],
  [/^pouring-/, { at: [0.1, 0.22], turn: 0 }],
  [/^comb$/, { at: [0.14, 0.25], turn: -14, tip: [0.8, 0.8], upright: true }],
  [/^watering-can$/, { at: [0.4, 0.08], turn: 24, mirrored: true, tip: [0.98, 0.36], upright: true }],
  // Instruments come to the chin or the mouth.
  [/^violin$/, { at: [0.2, 0.6], turn: 34 }],
  [/^flute$/, { at: [0.06, 0.94], turn: 72 }],
  [/^trumpet$/, { at: [0.05, 0.08], turn: -30, mirrored: true }],
  [/^clarinet$/, { at: [0.04, 0.04], turn: 10 }],
  [/^trombone$/, { at: [0.96, 0.4], turn: 0, mirrored: true }],
  [/^saxophone$/, { at: [0.02, 0.2], turn: 6, mirrored: true }],
  [/^oar$/, { at: [0.5, 0.3], turn: -50 }],
  [/^fishing-pole$/, { at: [0.08, 0.95], turn: 0 }],
  [/^flashlight$/, { at: [0.15, 0.85], turn: 30, mirrored: true }],
  [/^microphone$/, { at: [0.8, 0.8], turn: 0, mirrored: true }],
  [/^scissors$/, { at: [0.22, 0.34], turn: -30, tip: [0.74, 0.96] }],
  [/^rolling-pin$/, { at: [0.5, 0.5], turn: 30 }],
]

/** How a drawing is gripped in one hand; nothing for what is held by its lower end. */
export const handleOf = (art: string): Handle | undefined => HANDLES.find(([name]) => name.test(art))?.[1]
