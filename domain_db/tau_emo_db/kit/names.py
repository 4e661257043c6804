"""Given names and family names from many parts of the world, in plain ASCII letters.

Plain letters keep user ids and e-mail addresses made from a name typeable on any keyboard.
"""


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


FIRST_NAMES = _words(
    """
    Abebe Abeni Adaeze Adam Adwoa Agnes Ahmed Aigerim Aiko Aisha Akira Alejandro Alice Alma
    Amara Amelia Amina Amir Amit Ana Anahera Andrei Andres Anh Anika Anneke Anton Aoife Ariel
    Arjun Arman Aroha Asel Astrid Aurora Ayesha Aylin Azadeh Bahar Bao Beatriz Bela Benedikt
    Bilal Binh Bjorn Bongani Boris Bruno Camila Carlos Catalina Cedric Chana Chidi Chiara
    Chinedu Chloe Ciara Clara Cosmin Cyrus Dalia Daniela Dariusz Darya David Deepa Delphine
    Denis Deniz Desta Diego Dilnoza Dina Dinh Diya Dmitri Dorota Ebony Edgar Eduardo Efua Eirik
    Eleni Elif Elijah Elina Elsa Emeka Emil Emre Enrique Erik Esperanza Esther Eva Fadi Farah
    Farid Fatima Felix Fernanda Fiona Florin Francesca Freya Gabriel Galina Gareth Georgi Giada
    Gideon Giulia Goran Grace Greta Guillermo Gulnara Habib Hana Hans Haruka Hassan Hector
    Hedda Helena Henrik Hiroshi Hoa Hye Ibrahim Ida Idris Ignacio Ilse Imani Imran Ines Ingrid
    Irina Isabel Isla Ivan Iwona Jabari Jakob Jamal Jana Jasmin Javier Jelena Jin Joana Johan
    Jonas Jorge Jovana Juan Julia Jun Kaito Kalani Kamal Karim Karin Kasper Katarina Kavita
    Keala Keiko Kemal Kenji Khadija Kofi Kwame Lakshmi Lars Latifa Layla Leila Lena Leon Leticia
    Liam Lien Lila Ling Liv Lorenzo Lucia Ludmila Luis Luka Lwazi Maeve Magnus Mahmoud Maja
    Makoto Malik Manon Manuela Marcus Mariam Marisol Marta Mateo Matilda Mehdi Mei Meera Mercy
    Mia Miguel Mika Milan Mina Mira Miriam Mohamed Monika Moses Musa Nadia Naledi Naomi Nasrin
    Natalia Nayeli Neema Nia Nicolas Nikhil Nikolai Nina Noah Noor Nora Nuria Obinna Octavia Ola
    Oleg Olga Olivia Omar Oscar Osman Otto Owen Pablo Paloma Paulo Pavel Pedro Petra Phuong
    Pilar Piotr Priya Quentin Rachel Radu Rafael Rahul Rania Ravi Renata Ricardo Rima Robin
    Rohan Rosa Ruth Sabine Sadia Sakura Salma Samir Samuel Sandeep Sanjay Santiago Sara Sefa
    Selam Selma Sergei Shreya Sibusiso Sigrid Silvia Simone Sina Sofia Soraya Stefan Stella
    Sunita Suresh Svetlana Tadeo Taika Tala Tamara Tanvi Tariq Tatiana Teodor Thabo Thandiwe
    Theo Thiago Thu Tomas Tomoko Tova Tuan Ulrika Umar Uma Valentina Vanessa Vasile Vera Victor
    Vikram Viktoria Vilma Wafa Wanjiru Wei Wiremu Xavier Ximena Xiu Yael Yara Yasmin Yonas Yuki
    Yusuf Yvette Zahra Zara Zoltan Zodwa Zuzana
    """
)

LAST_NAMES = _words(
    """
    Abara Abdi Abebe Aboagye Acosta Adeyemi Afolabi Aguilar Ahlberg Ahmadi Aitken Akhtar
    Akintola Albescu Alvarez Amoah Andersen Aoki Appiah Aragon Arslan Asante Aslan Avila Azizi
    Babic Bakker Balogun Banerjee Baptista Barros Bauer Bekele Bellini Benitez Berglund Bhatt
    Bianchi Blanchet Blom Bogdan Boateng Borg Botha Bouchard Brandt Brennan Byrne Caldera
    Campos Cardoso Carvalho Castillo Celik Cerny Chanda Chavez Chikwanda Choi Chowdhury
    Christensen Ciobanu Conti Cordero Costa Dabrowski Dahl Dang Danso Daoud Das Davila Deleon
    Demir Desai Devereux Diallo Diaz Dimitrov Dlamini Dogan Doherty Dragan Dubois Duarte Dvorak
    Eberhardt Eklund Ekwueme Elmasry Engel Eriksen Escobar Espinoza Estrada Ezeh Fakhoury
    Farkas Farouk Fernandes Ferrara Fischer Fofana Fontaine Forde Fournier Franco Fraser
    Friedman Fuentes Fujita Gallagher Garba Garza Gebre Georgiou Ghosh Giordano Gomes Grgic
    Grigoryan Guerra Gulati Gunnarsson Gupta Haddad Hakimi Halvorsen Hamdan Hansen Haraldsen
    Harper Hashimi Hassan Hayashi Hegde Henare Herrera Hidalgo Hinds Hoang Holm Horvat Hossain
    Hughes Huynh Ibarra Ilic Imai Iyer Jacobsen Jansen Jaramillo Jensen Jimenez Joshi Juarez
    Kabir Kaminski Kapoor Karimi Kato Kaya Keita Kelly Keller Khalil Khumalo Kiplagat Kim
    Kobayashi Kovacs Kowalski Krishnan Kruger Kumar Kurt Kuznetsov Lachance Lagos Lam Larsen
    Laurent Leclerc Lehtonen Leung Levin Lindqvist Lopes Lozano Lungu Mabuza Machado Magnusson
    Mahlangu Maina Makinen Malhotra Mancini Mansour Marchetti Marin Markovic Marquez Matsuda
    Mazur Mbeki Medina Mehta Mensah Meyer Mihai Miranda Mirza Mishra Mohr Molina Montoya Moreau
    Moreira Morita Moyo Mukherjee Mutasa Mwangi Nagy Naidoo Nair Nakamura Navarro Ndiaye Ngata
    Nguyen Nielsen Nikolic Nkosi Noguchi Novak Nowak Nyambura Obi Ochoa Odhiambo Okafor Okoye
    Oliveira Olsen Onyango Orozco Ortega Osei Ostrowski Otieno Owusu Ozturk Pacheco Padilla
    Palmer Papadakis Paredes Patel Pavlov Pereira Petersen Petrov Pham Phiri Pillai Popescu
    Prasad Quiroga Quist Rahimi Raman Ramirez Rao Rasmussen Reddy Reyes Ribeiro Richter Rinaldi
    Rivera Rojas Romano Rossi Rosen Ruiz Saito Salazar Saleh Salonen Sandoval Santoro Santos
    Sato Schneider Schwartz Sen Serrano Sesay Sharma Shimizu Sidhu Silva Simonsen Singh Solberg
    Solis Sorensen Soto Sousa Stein Stoica Strand Suarez Suzuki Svensson Szabo Tadesse Takeda
    Tamihana Tan Tanaka Tapia Tavares Tekin Terzi Tesfaye Thapa Toledo Torres Toure Tran Turner
    Ueda Ulrich Urbina Valdez Vargas Vasquez Vega Velez Venter Vidal Villanueva Virtanen Vogel
    Volkov Wagner Walsh Wang Warsame Weber Wiese Winter Wojcik Wong Yadav Yamada Yang Yeboah
    Yildiz Yoon Yousef Zaman Zapata Zamora Zhang Zhou Zielinski Zimmer Zulu
    """
)
