/** What somebody wears or looks like, beyond what the drawing of the head shows. Colours are hex. */
export type Looks = {
  hair?: {
    colour?: string
    long?: boolean
    braids?: true
    /** How it is cut or tied. */
    shape?: 'bob' | 'ponytail' | 'bun' | 'afro' | 'dreadlocks'
  }
  beard?: string
  mustache?: string
  /** Plates of steel or leather over what is worn. */
  plates?: string
  /** Strokes of paint across the cheeks. */
  facePaint?: string
  /** Dark ones are against the sun. */
  glasses?: boolean | 'dark'
  /** A bell on a strap about the neck. */
  bell?: true
  earrings?: string
  /** A patch over one eye. */
  patch?: true
  /** A drawing of a hat or a crown, put on the head. */
  hat?: { art: string; colour?: string; /** How much larger than it fits. */ large?: number }
  scarf?: string
  /** A cape or cloak that hangs from the shoulders behind. */
  cape?: string
  /** A coat that reaches to the knees. */
  coat?: string
  apron?: string
  skirt?: string
  boots?: string
  gloves?: string
  tie?: string
  /** A bag on the back. */
  pack?: string
  necklace?: string
  /** A cloth over the head: a veil, a headscarf, a hood. */
  veil?: string
  /** A cloth before mouth and nose. */
  mask?: string
  headphones?: string
  /** A wreath of flowers on the head. */
  wreath?: true
  /** An animal that goes on its hind legs, with or without clothes. */
  upright?: true
  /** What covers the upper body is striped. */
  striped?: true
  /** What is on the cloth of a shirt or a dress. */
  pattern?: 'dots' | 'flowers' | 'checks'
  /** The bib of dungarees and of a dirndl. */
  bib?: string
  /** A cloth from one shoulder across the chest: a sari, a toga. */
  drape?: string
  /** A broad belt: that of a kimono. */
  sash?: string
  bowTie?: string
  /** Trousers that end at the knee. */
  shorts?: string
  /** What is worn to swim: arms and legs are bare. */
  swimsuit?: string
  bareArms?: true
  bareChest?: true
  dress?: string
  suit?: string
  /** A shirt, a coat, a uniform: what covers the upper body. */
  top?: string
  legs?: string
}
