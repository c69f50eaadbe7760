/**
 * What surrogates are made of. Given names and surnames are those that many people in the United States have, so that none
 * points at one person; places are put together of two parts. Another word here, or another order, gives other surrogates.
 */
const words = (list: string): readonly string[] => list.trim().split(/\s+/);

export const givenNames = words(`
  Aaron Abigail Adam Adrian Adriana Aidan Alan Albert Alejandra Alejandro Alex Alexa Alexander Alexandra Alexis Alfred Alice
  Alicia Alison Allen Alma Alyssa Amanda Amber Amelia Amy Ana Andre Andrea Andrew Angel Angela Angelica Anita Ann Anna Annette
  Anthony Antonio April Ariana Arlene Arthur Ashley Audrey Austin Ava Barbara Barry Beatrice Belinda Benjamin Bernard Bernice
  Beth Bethany Betty Beverly Bianca Blanca Bonnie Bradley Brandon Brenda Brent Brett Brian Brianna Bridget Brittany Bruce Bryan
  Caitlin Calvin Cameron Camila Carl Carla Carlos Carmen Carol Caroline Carolyn Carrie Casey Cassandra Catherine Cecilia Cesar
  Chad Charlene Charles Charlotte Chelsea Cheryl Chloe Christian Christina Christine Christopher Cindy Clara Clarence Claudia
  Clayton Clifford Clinton Cody Colin Colleen Connie Connor Constance Corey Courtney Craig Cristina Crystal Curtis Cynthia Dale
  Dana Daniel Daniela Danielle Danny Darlene Darrell Darren David Dawn Deborah Debra Denise Dennis Derek Desiree Diana Diane
  Diego Dolores Dominic Donald Donna Doris Dorothy Douglas Duane Dustin Dwayne Dylan Earl Eddie Edgar Edith Eduardo Edward
  Edwin Eileen Elaine Eleanor Elena Elizabeth Ellen Ellie Emily Emma Enrique Eric Erica Erin Ernest Esteban Esther Ethan Eugene
  Eunice Eva Evan Evelyn Felicia Felipe Felix Fernando Florence Frances Francis Francisco Frank Franklin Fred Frederick
  Gabriel Gabriela Gail Garrett Gary Geneva Geoffrey George Gerald Geraldine Gilbert Gina Gladys Glenda Glenn Gloria Gordon
  Grant Gregory Guadalupe Gwendolyn Hailey Hannah Harold Harriet Harvey Hazel Heather Hector Heidi Helen Henry Herbert Herman
  Holly Howard Hugo Ian Ignacio Irene Iris Isaac Isabel Isabella Isaiah Ivan Jack Jackie Jacob Jacqueline Jaime James Jamie
  Jan Jane Janet Janice Jasmine Jason Javier Jay Jean Jeanette Jeanne Jeffrey Jennifer Jeremiah Jeremy Jerome Jerry Jesse
  Jessica Jesus Jill Jillian Jimmy Joan Joann Joanna Joanne Joel John Johnny Jonathan Jordan Jorge Jose Joseph Joshua Joyce Juan
  Juanita Judith Judy Julia Julian Juliana Julie Julio Justin Kaitlyn Karen Karina Karla Kate Katherine Kathleen Kathryn Kathy
  Katie Kayla Keith Kelly Kelsey Kenneth Kevin Kim Kimberly Krista Kristen Kristin Kristina Kurt Kyle Lance Larry Latoya Laura
  Lauren Laurie Lawrence Leah Lee Leo Leon Leonard Leonardo Leroy Leslie Leticia Lillian Linda Lindsay Lisa Lloyd Logan Lois
  Lorenzo Loretta Lori Lorraine Louis Louise Lucas Lucia Lucille Lucy Luis Luke Lydia Lynn Mabel Mackenzie Madeline Madison
  Malcolm Manuel Marc Marcia Marco Marcus Margaret Maria Mariah Marian Marie Marilyn Mario Marion Marisol Marissa Marjorie Mark
  Marlene Marsha Marshall Martha Martin Marvin Mary Mason Mathew Matthew Maureen Maurice Max Maxine Megan Melanie Melinda
  Melissa Melody Melvin Mercedes Meredith Michael Michele Michelle Miguel Mildred Milton Miranda Miriam Misty Mitchell Molly
  Monica Monique Morgan Mya Myra Myrtle Nancy Naomi Natalie Natasha Nathan Nathaniel Neil Nelson Nicholas Nicole Nina Noah Noel
  Nora Norma Norman Olga Olivia Omar Opal Oscar Owen Paige Pamela Patricia Patrick Paul Paula Pauline Pedro Peggy Penny Perry
  Peter Philip Phyllis Preston Priscilla Rachel Rafael Ralph Ramon Ramona Randall Randy Raquel Raul Raymond Rebecca Regina
  Reginald Renee Rhonda Ricardo Richard Rick Rita Robert Roberta Roberto Robin Rochelle Roderick Rodney Roger Roland Ronald
  Rosa Rosalie Rosemary Roxanne Roy Ruben Ruby Russell Ruth Ryan Sabrina Sally Salvador Samantha Samuel Sandra Sara Sarah Saul
  Savannah Scott Sean Sergio Seth Shane Shannon Sharon Shaun Shawn Sheila Shelby Sherry Shirley Sidney Sierra Silvia Simon
  Sofia Sonia Sophia Sophie Spencer Stacy Stanley Stella Stephanie Stephen Steve Steven Stuart Sue Susan Suzanne Sydney Sylvia
  Tamara Tammy Tanya Tara Taylor Teresa Terrance Terri Terry Thelma Theodore Theresa Thomas Tiffany Timothy Tina Todd Tom Toni
  Tony Tracy Travis Trevor Tricia Troy Tyler Tyrone Valeria Valerie Vanessa Vera Verna Vernon Veronica Vicki Victor Victoria
  Vincent Viola Violet Virginia Vivian Wallace Walter Wanda Warren Wayne Wendy Wesley Whitney Willard William Willie Wilma
  Winifred Xavier Yesenia Yolanda Yvette Yvonne Zachary Zoe
`);

export const surnames = words(`
  Abbott Acosta Adams Adkins Aguilar Alexander Allen Allison Alvarado Alvarez Anderson Andrews Armstrong Arnold Atkins Austin
  Avila Ayala Bailey Baker Baldwin Ball Ballard Banks Barber Barker Barnes Barnett Barrett Barton Bates Beck Becker Bell
  Bennett Benson Berry Bishop Black Blair Blake Bowen Bowers Bowman Boyd Bradley Brady Brewer Briggs Brock Brooks Brown Bryant
  Buchanan Burgess Burke Burnett Burns Burton Bush Butler Byrd Cabrera Caldwell Calderon Camacho Campbell Campos Cannon
  Cardenas Carlson Carpenter Carr Carrillo Carroll Carson Carter Casey Castillo Castro Chambers Chandler Chapman Chavez
  Christensen Clark Clarke Clayton Cobb Cohen Cole Coleman Collier Collins Conner Contreras Cook Cooper Copeland Cortez Cox
  Craig Crawford Cross Cruz Cummings Cunningham Curry Curtis Dalton Daniels Davidson Davis Dawson Day Dean Delacruz Deleon
  Delgado Dennis Diaz Dixon Dominguez Douglas Doyle Drake Duncan Dunn Duran Edwards Elliott Ellis Erickson Escobar Espinoza
  Estrada Evans Farmer Ferguson Fernandez Fields Figueroa Fisher Fleming Fletcher Flores Flowers Flynn Ford Foster Fowler Fox
  Francis Franco Frank Franklin Frazier Freeman French Frost Fuentes Fuller Gallagher Gallegos Garcia Gardner Garner Garrett
  Garza George Gibbs Gibson Gilbert Gill Glover Goldberg Gomez Gonzales Gonzalez Goodman Goodwin Gordon Graham Grant Graves
  Gray Greene Greer Gregory Griffin Griffith Gross Guerra Guerrero Gutierrez Guzman Hale Hall Hamilton Hammond Hampton Hansen
  Hanson Hardy Harmon Harper Harrington Harris Harrison Hart Harvey Hawkins Hayes Haynes Henderson Henry Hensley Hernandez
  Herrera Hicks Higgins Hill Hines Hodges Hoffman Hogan Holland Holloway Holmes Holt Hopkins Horton Houston Howard Howell
  Hubbard Hudson Huff Hughes Hunt Hunter Hurst Ibarra Ingram Jackson Jacobs James Jefferson Jenkins Jennings Jensen Jimenez
  Johns Johnson Johnston Jones Jordan Joseph Juarez Keller Kelley Kelly Kennedy Kent Kerr King Klein Knight Lamb Lambert Lane
  Lang Lara Larson Lawrence Lawson Leonard Leon Lewis Lindsey Little Lloyd Logan Long Lopez Love Lowe Lucas Lucero Luna Lynch
  Lyons Mack Maldonado Malone Mann Manning Marquez Marsh Marshall Martin Martinez Mason Massey Matthews Maxwell May Mccarthy
  Mccoy Mcdaniel Mcdonald Mcgee Mckenzie Mckinney Mclaughlin Medina Mejia Melendez Mendez Mendoza Meyer Meyers Middleton Miles
  Miller Mills Miranda Mitchell Molina Monroe Montgomery Montoya Moody Moore Mora Morales Moran Moreno Morgan Morris Morrison
  Morrow Morse Morton Moss Mueller Mullins Munoz Murphy Murray Myers Nash Navarro Neal Nelson Newman Newton Nichols Nicholson
  Nixon Nolan Norman Norris Norton Nunez Obrien Ochoa Oconnor Oliver Olsen Olson Orozco Ortega Ortiz Osborne Owen Owens Pacheco
  Padilla Page Palmer Park Parker Parks Parsons Patterson Patton Payne Pearson Pena Perez Perkins Perry Peters Petersen
  Peterson Phelps Phillips Pierce Pittman Pope Porter Potter Powell Powers Pratt Preston Price Quinn Ramirez Ramos Ramsey
  Randall Ray Reed Reese Reeves Reid Reyes Reynolds Rhodes Rice Richards Richardson Riley Rios Rivas Rivera Robbins Roberts
  Robertson Robinson Robles Rocha Rodgers Rodriguez Rogers Rojas Roman Romero Rosales Rosario Ross Roth Rowe Ruiz Russell Russo
  Ryan Salas Salazar Salinas Sanchez Sanders Sandoval Santana Santiago Santos Saunders Savage Sawyer Schmidt Schneider Schroeder
  Schultz Schwartz Scott Sellers Serrano Sharp Shaw Shelton Shepherd Sherman Shields Silva Simmons Simpson Sims Singleton
  Skinner Sloan Small Smith Snyder Solis Solomon Soto Sparks Spencer Stafford Stanley Stark Steele Stephens Stevens Stevenson
  Stewart Stokes Stone Strickland Suarez Sullivan Summers Sutton Swanson Sweeney Tate Taylor Terrell Terry Thomas Thompson
  Thornton Todd Torres Townsend Trevino Trujillo Tucker Turner Tyler Underwood Valdez Valencia Vance Vargas Vasquez Vaughn Vega
  Velasquez Velez Villarreal Vincent Wade Wagner Walker Wall Wallace Waller Walls Walsh Walter Walton Ward Ware Warner Warren
  Washington Waters Watkins Watson Watts Weaver Webb Weber Webster Weeks Welch Wells Wheeler Whitaker White Whitehead Wiggins
  Wiley Wilkerson Wilkins Wilkinson Williams Williamson Willis Wilson Winters Wise Wolfe Wong Wood Woodard Woods Woodward Wright
  Wyatt Yates York Young Zamora Zimmerman Zuniga
`);

/** "Alderford", "Westhaven": every start with every end is a place. */
export const placeStarts = words(`
  Alder Amber Ash Aspen Bay Beech Birch Black Bright Broad Brook Cedar Clear Copper Crest Deer East Edge Elk Elm Fair Falcon
  Fern Fox Glen Gold Granite Green Grey Hart Haven Hawk Hazel Heather High Holly Iron Ivy Kings Lake Laurel Linden Long Maple
  Marsh Meadow Mill Moss North Oak Old Otter Pine Quail Raven Red Ridge River Rock Rose Sage Shell Silver South Spring Stone
  Stony Summer Sun Sweet Sycamore Thorn Timber Valley Walnut Water West White Wild Willow Wind Winter Wolf Wren Yarrow Yew
`);
export const placeEnds = words(`
  acre bank borough brook burg bury by cliff combe creek crest croft dale dell don field ford gate grove ham harbor haven heath
  hurst land leigh ley mere mont mount point pool port shire side stead ton vale view ville ware wick wood worth
`);

export const organizationKinds = words('Group Services Partners Works Associates Center');
export const streetKinds = words('Street Avenue Road Lane Drive Court Place Way Circle Terrace');

/** The codes of the fifty states. */
export const states = words(`
  AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN
  TX UT VT VA WA WV WI WY
`);
