// Drawings of dishes that bring a plate, a bowl, a board or a paper bag of their own.
const SERVED = new Set(
  (
    'paella steak-plate roast-chicken schnitzel sausages meatballs kebab-skewers samosas spring-rolls dim-sum bao-buns ' +
    'gyoza-plate maki-rolls sashimi lasagne ravioli gnocchi risotto nachos guacamole hummus empanadas quesadilla ' +
    'enchiladas churros fish-and-chips grilled-fish omelette fried-egg scrambled-eggs eggs-benedict crepes ratatouille ' +
    'mashed-potatoes baked-potato caprese fruit-salad tagine couscous dosa thali bibimbap kimchi pho udon soup-bowl ' +
    'borscht noodle-soup cereal-bowl porridge yogurt-bowl curry-bowl fried-rice biryani ceviche roast-duck stuffed-pita ' +
    'whole-pizza avocado-toast toast bread-rolls focaccia cheese-board brie blue-cheese mozzarella feta layer-cake ' +
    'wedding-cake cake-slice cheesecake brownie macarons eclair tiramisu panna-cotta creme-brulee strudel cinnamon-roll ' +
    'scone scoop-cone popsicle candy-cane jelly cotton-candy truffles baklava mochi gulab-jamun pastel-de-nata ' +
    'cannoli profiteroles meringue turkish-delight'
  ).split(' '),
)

// The drawings of the set say it by their names.
const BY_NAME =
  /bowl|pot|cup|glass|beverage|tea|cake|plate|curry|salad|soup|spaghetti|stew|bento|box|drink|wine|beer|tray|pan|jar|bottle|ice|fries|popcorn|takeout|can|lollipop|hot-beverage|fondue|teapot|mate/

/** Whether a dish of our own is drawn on its plate or in its bowl. */
export const isOnOwnPlate = (art: string): boolean => SERVED.has(art)

/** Whether a drawing of something to eat brings its own plate, bowl or stand. */
export const isOnItsDish = (art: string): boolean => SERVED.has(art) || BY_NAME.test(art)

const SEVERAL =
  /^(raspberry|blackberry|red-currants|cranberries|hazelnut|walnut|almond|cashew|pistachio|coffee-beans|cocoa-pod|fig|lychee|dates|radish|brussels-sprouts|green-beans|legume-bowl|asparagus|cinnamon|vanilla|spices|spice-bowl|champignon|reeds|fern|grass-tuft|daisy|lavender|forget-me-not|wisteria|ivy|moss|gummy-bears|marshmallows)$/

/** Whether one drawing shows several of what it is called: a plate of dumplings, a handful of hazelnuts. */
export const showsSeveral = (art: string): boolean => SERVED.has(art) || SEVERAL.test(art)
